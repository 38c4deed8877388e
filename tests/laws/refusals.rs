//! Numbers that contradict a law are refused, with the rule, the parameters and their values.

use luztar::laws::{Argument, LawKind, Range, RegularisationKind};

use crate::cases::{all, named, parameters, try_law};

fn said(kind: &LawKind, parameters: &[&[f64]]) -> String {
    try_law(kind, None, parameters).expect_err(kind.name()).to_string()
}

#[test]
fn every_parameter_has_its_range() {
    for kind in all() {
        for (k, parameter) in kind.parameters().iter().enumerate() {
            let wrong: &[f64] = match parameter.range {
                Range::Any => &[f64::NAN, f64::INFINITY],
                Range::NotNegative => &[-1.0, f64::NAN, f64::INFINITY],
                Range::Positive => &[0.0, -1.0, f64::NAN],
            };
            for wrong in wrong {
                let mut values = parameters(kind);
                *values[k].last_mut().expect("an entry") = *wrong;
                let slices: Vec<&[f64]> = values.iter().map(Vec::as_slice).collect();
                let error = try_law(kind, None, &slices).expect_err(&parameter.name);
                assert_eq!(error.parameters, [k], "{}: {error}", kind.name());
                assert!(error.to_string().contains(&*parameter.name), "{error}");
            }
        }
    }
}

#[test]
fn static_friction_is_not_below_kinetic() {
    let rule = "static friction must not be below kinetic friction";
    let pairs: [(&LawKind, &[&[f64]]); 6] = [
        (named("coulomb"), &[&[2.0], &[1.0], &[0.0]]),
        (named("stribeck"), &[&[2.0], &[1.0], &[0.1], &[1.0], &[0.0]]),
        (named("exponential"), &[&[2.0], &[1.0], &[0.1], &[0.0]]),
        (named("quadratic"), &[&[2.0], &[1.0], &[0.1], &[0.0], &[0.0]]),
        (named("plateau"), &[&[2.0], &[1.0], &[0.1], &[0.0], &[0.0]]),
        (named("piecewise"), &[&[2.0], &[1.0], &[], &[], &[0.0]]),
    ];
    for (kind, parameters) in pairs {
        assert_eq!(
            said(kind, parameters),
            format!("{rule} (got staticFriction 1, kineticFriction 2)")
        );
    }
}

#[test]
fn contradictions_are_told() {
    let cases: [(&LawKind, &[&[f64]], &str); 16] = [
        (
            named("falling"),
            &[&[1.0], &[1.0], &[2.0], &[0.0]],
            "the least friction must not be above the static friction (got minFriction 2, \
             staticFriction 1)",
        ),
        (
            named("table"),
            &[&[0.1], &[1.0], &[], &[], &[1.0], &[0.0]],
            "the first slip speed must be 0 (got slip [0.1], friction [1.0])",
        ),
        (
            named("table"),
            &[&[0.0, 1.0], &[1.0], &[], &[], &[1.0], &[0.0]],
            "slip speeds and frictions must be lists of the same length, at least 1 (got slip [0.0, 1.0], \
             friction [1.0])",
        ),
        (
            named("table"),
            &[&[0.0, 1.0, 1.0], &[1.0, 1.0, 1.0], &[], &[], &[1.0], &[0.0]],
            "slip speeds must increase",
        ),
        (
            named("table"),
            &[&[0.0], &[1.0], &[0.0], &[], &[1.0], &[0.0]],
            "slip speeds and frictions must be lists of the same length, at least 1 (got backwardSlip [0.0], \
             backwardFriction [])",
        ),
        (
            named("table"),
            &[&[0.0], &[1.0], &[], &[], &[0.9], &[0.0]],
            "`peak` must be ≥ 1: static friction is not below kinetic (got peak 0.9)",
        ),
        (
            named("piecewise"),
            &[&[1.0], &[1.0], &[0.5, 0.4], &[1.0, 1.0], &[0.0]],
            "widths must increase",
        ),
        (
            named("piecewise"),
            &[&[1.0], &[1.0], &[0.5], &[-0.1], &[0.0]],
            "friction must not be negative",
        ),
        (
            named("piecewise"),
            &[&[1.0], &[1.0], &[0.5, 2.0], &[-1.0, 1.0], &[0.0]],
            "friction must not be negative",
        ),
        (
            named("asymmetric"),
            &[
                &[1.0],
                &[2.0],
                &[1.0],
                &[3.0],
                &[1.0],
                &[1.0],
                &[1.0],
                &[1.0],
                &[1.0],
                &[1.0],
                &[1.0],
                &[0.0],
            ],
            "the least friction must not be above the greatest (got minForwardFriction 2, \
             maxForwardFriction 1)",
        ),
        (
            named("asymmetric"),
            &[
                &[2.0],
                &[1.0],
                &[1.0],
                &[3.0],
                &[1.0],
                &[1.0],
                &[9.0],
                &[1.0],
                &[1.0],
                &[1.0],
                &[1.0],
                &[0.0],
            ],
            "friction of the slowest backward slip",
        ),
        (
            named("wanheimBay"),
            &[&[1.0], &[1.5], &[0.0]],
            "the friction factor must be within 0 and 1 (got frictionFactor 1.5)",
        ),
        (
            named("fractal"),
            &[&[0.0, 1.0], &[1.0, 1.0], &[1.0], &[2.0], &[1.0], &[0.0]],
            "`scaling` must be between −1 and 1 (got scaling 1)",
        ),
        (
            named("fractal"),
            &[&[0.0, 1.0, 2.0], &[1.0, 0.1, 1.0], &[0.9], &[5.0], &[1.0], &[0.0]],
            "friction must not be negative",
        ),
        (
            named("fractal"),
            &[&[0.0, 1.0, 2.0], &[1.0, 0.1, 1.0], &[0.9], &[13.0], &[1.0], &[0.0]],
            "n^(depth+1) + 1 points",
        ),
        (
            named("slipRatio"),
            &[&[0.5], &[10.0], &[0.6], &[0.0]],
            "friction of a locked wheel must not be negative (got fall 0.6, adhesion 0.5, rise 10)",
        ),
    ];
    for (kind, parameters, expected) in cases {
        let said = said(kind, parameters);
        assert!(said.starts_with(expected), "{}: {said}", kind.name());
    }
}

#[test]
fn a_linear_ramp_and_a_window_need_a_law_of_the_slip() {
    for kind in all() {
        let mut values = parameters(kind);
        values.push(vec![0.01]);
        let slices: Vec<&[f64]> = values.iter().map(Vec::as_slice).collect();
        let made = try_law(kind, Some(RegularisationKind::Linear), &slices);
        let of_slip = kind.argument() == Argument::Slip;
        let is_static = kind.states().is_empty() && !kind.holds_without_limit();
        assert_eq!(made.is_ok(), of_slip && is_static, "{}", kind.name());
        let windowed = try_law(kind, Some(RegularisationKind::Karnopp), &slices);
        assert_eq!(windowed.is_ok(), of_slip && is_static, "{}", kind.name());
        let rounded = try_law(kind, Some(RegularisationKind::Tanh), &slices);
        assert_eq!(rounded.is_ok(), is_static, "{}", kind.name());
    }
}

#[test]
fn a_window_needs_static_friction() {
    let karnopp = Some(RegularisationKind::Karnopp);
    let error = try_law(named("coulomb"), karnopp, &[&[0.0], &[0.0], &[0.1], &[0.01]]).unwrap_err();
    assert!(error.to_string().starts_with("with a velocity window static friction must be > 0"));
    let error = try_law(named("coulomb"), karnopp, &[&[1.0], &[1.0], &[0.1], &[0.0]]).unwrap_err();
    assert_eq!(error.to_string(), "must be finite and > 0 (got window 0)");
}
