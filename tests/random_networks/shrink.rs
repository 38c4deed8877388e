//! The smallest plan that still shows a finding.

use super::check::Finding;
use super::plan::Plan;

/// Trials per finding.
const TRIALS: usize = 300;

/// Leaves out elements, keys, segments and changes of inputs as long as the finding stays of its kind.
pub fn shrink<T>(
    plan: &Plan,
    finding: &Finding,
    check: impl Fn(&Plan) -> Result<T, Finding>,
) -> (Plan, Finding) {
    let (mut best, mut told) = (plan.clone(), finding.clone());
    let mut trials = TRIALS;
    'again: loop {
        for candidate in smaller(&best) {
            if trials == 0 {
                return (best, told);
            }
            trials -= 1;
            if let Err(found) = check(&candidate)
                && found.kind == finding.kind
            {
                (best, told) = (candidate, found);
                continue 'again;
            }
        }
        return (best, told);
    }
}

fn smaller(plan: &Plan) -> Vec<Plan> {
    let mut list: Vec<Plan> =
        plan.elements.iter().map(|element| plan.without(&element.name)).collect();
    list.retain(|plan| !plan.elements.is_empty());
    if plan.segments() > 1 {
        let mut short = plan.clone();
        short.times.pop();
        short.lines.iter_mut().for_each(|line| line.pieces.truncate(short.times.len() - 1));
        list.push(short);
    }
    for (index, element) in plan.elements.iter().enumerate() {
        // Without it nothing tells how the surface's velocity goes on.
        let told = |key: &usize| element.keys[*key].0 != "surfaceAcceleration";
        for key in (0..element.keys.len()).filter(told) {
            let mut less = plan.clone();
            let (name, _) = less.elements[index].keys.remove(key);
            let variable = format!("{}.{name}", element.name);
            less.lines.retain(|line| line.name != variable);
            list.push(less);
        }
    }
    for line in 0..plan.lines.len() {
        let first = plan.lines[line].pieces[0][0];
        for held in [0.0, 1.0, first] {
            let pieces = vec![[held, 0.0, 0.0]; plan.segments()];
            if plan.lines[line].ramps && plan.lines[line].pieces != pieces {
                let mut less = plan.clone();
                less.lines[line].pieces = pieces;
                less.lines[line].formula = None;
                list.push(less);
                break;
            }
        }
    }
    list
}
