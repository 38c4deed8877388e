//! Place at which the FMU was unpacked: from `fmuResourceLocation` in all the forms that hosts use, else
//! from the path of this library.
//!
//! RFC 3986 wants `file:///dir/resources`. Also seen: `file:/dir/resources`, `file://dir/resources`,
//! `file:////dir/resources`, `file://host/dir/resources`, plain paths, and each with or without
//! percent-encoding; on Windows drives as `C:`, `C|` or `C%3A`, and backslashes. A form may be read in
//! several ways; the readings are tried in order.

use std::path::{Path, PathBuf};

use super::library;

/// The folder's name in an FMU.
const RESOURCES: &str = "resources";

/// Folders that may hold the model's resources, the likeliest first.
pub fn candidates(location: Option<&str>) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    let mut add = |folder: PathBuf| {
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    };
    for reading in location.into_iter().flat_map(readings) {
        add(PathBuf::from(&reading));
        add(Path::new(&reading).join(RESOURCES));
    }
    // <root>/binaries/<platform>/<unit>.so
    if let Some(root) = library::path().as_deref().and_then(|path| path.ancestors().nth(3)) {
        add(root.join(RESOURCES));
    }
    folders
}

/// Returns the paths that a location may mean.
fn readings(location: &str) -> Vec<String> {
    let location = location.trim();
    let Some(rest) = without_scheme(location) else {
        return if location.is_empty() { vec![] } else { vec![location.to_owned()] };
    };
    // Decoded first: a path with `%20` in its very name is rarer than an encoded blank.
    let mut paths = decode(rest).map_or_else(Vec::new, |decoded| paths(&decoded));
    paths.extend(self::paths(rest));
    paths
}

/// Returns the paths that the part behind `file:` may mean. Some hosts on Windows write backslashes.
fn paths(rest: &str) -> Vec<String> {
    let path = rest.trim_start_matches(['/', '\\']);
    let slashes = rest.len() - path.len();
    let mut paths = Vec::new();
    if slashes == 2 {
        // `host/dir`: the authority is this machine, whatever it is called; else a host that means
        // `/host/dir`.
        if let Some((_, path)) = path.split_once('/') {
            paths.extend(rooted(path));
        }
        paths.extend(rooted(path));
        paths.push(format!("//{path}"));
    } else {
        paths.extend(rooted(path));
        if slashes > 3 {
            paths.push(format!("//{path}"));
        }
    }
    paths
}

/// Returns what follows `file:`, in capital or small letters.
fn without_scheme(location: &str) -> Option<&str> {
    let (scheme, rest) = location.split_at_checked(5)?;
    scheme.eq_ignore_ascii_case("file:").then_some(rest)
}

/// Returns an absolute path from its part behind the first slash; `C:/dir` stands alone.
fn rooted(path: &str) -> Option<String> {
    if path.is_empty() {
        return None;
    }
    let bytes = path.as_bytes();
    let drive = bytes[0].is_ascii_alphabetic() && matches!(bytes.get(1), Some(b':' | b'|'));
    if drive {
        return Some(format!("{}:{}", &path[..1], &path[2..]));
    }
    Some(format!("/{path}"))
}

/// Decodes percent-encoding; None if that leaves no UTF-8 text or a zero.
fn decode(path: &str) -> Option<String> {
    let bytes = path.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let digits = bytes.get(at + 1..at + 3).and_then(|digits| std::str::from_utf8(digits).ok());
        let hex = |digits: &str| {
            let plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            plain.then(|| u8::from_str_radix(digits, 16).ok()).flatten()
        };
        match digits.filter(|_| bytes[at] == b'%').and_then(hex) {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8(decoded).ok().filter(|path| !path.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(location: &str) -> String {
        readings(location).into_iter().next().expect(location)
    }

    #[test]
    fn every_form_of_a_local_file_means_the_same_folder() {
        for form in [
            "file:///tmp/fmu/resources",
            "file:/tmp/fmu/resources",
            "file:////tmp/fmu/resources",
            "file://localhost/tmp/fmu/resources",
            "file://some.host/tmp/fmu/resources",
            "FILE:///tmp/fmu/resources",
            "/tmp/fmu/resources",
            " file:///tmp/fmu/resources\n",
        ] {
            assert_eq!(first(form), "/tmp/fmu/resources", "{form}");
        }
    }

    #[test]
    fn two_slashes_may_also_be_a_path() {
        let readings = readings("file://tmp/fmu/resources");
        assert!(readings.contains(&"/tmp/fmu/resources".to_owned()), "{readings:?}");
    }

    #[test]
    fn drives_stand_without_a_slash() {
        for form in [
            "file:///C:/fmu/resources",
            "file:/C:/fmu/resources",
            "file:///C|/fmu/resources",
            "file:///C%3A/fmu/resources",
            "file://localhost/C:/fmu/resources",
        ] {
            assert_eq!(first(form), "C:/fmu/resources", "{form}");
        }
        for form in [r"file:///C:\fmu", r"file:\\\C:\fmu", r"file:C:\fmu", r"C:\fmu"] {
            assert_eq!(first(form), r"C:\fmu", "{form}");
        }
        assert!(readings("file://C:/fmu").contains(&"C:/fmu".to_owned()));
        assert!(readings("file://server/share/fmu").contains(&"//server/share/fmu".to_owned()));
        assert!(readings("file:////server/share").contains(&"//server/share".to_owned()));
    }

    #[test]
    fn percent_encoding_is_undone_and_the_plain_text_tried_too() {
        assert_eq!(first("file:///a%20b/%C3%B6/%7Er"), "/a b/ö/~r");
        assert!(readings("file:///a%20b").contains(&"/a%20b".to_owned()));
        assert_eq!(first("file:///100%/x%2"), "/100%/x%2");
        assert_eq!(first("file:///a%zz%+1"), "/a%zz%+1");
    }

    #[test]
    fn what_decodes_to_no_text_stays_as_it_is() {
        assert_eq!(first("file:///a%FF"), "/a%FF");
        assert_eq!(first("file:///a%00b"), "/a%00b");
    }

    #[test]
    fn nonsense_has_no_reading_or_a_harmless_one() {
        assert!(readings("").is_empty());
        assert!(readings("file:").is_empty());
        assert!(readings("file:///").is_empty());
        assert_eq!(readings("nonsense"), ["nonsense"]);
        assert_eq!(first("ä"), "ä");
    }

    #[test]
    fn the_library_itself_is_the_last_resort() {
        let folders = candidates(None);
        let root = library::path().unwrap().ancestors().nth(3).unwrap().to_owned();
        assert_eq!(folders, [root.join("resources")]);
        let folders = candidates(Some("file:///elsewhere"));
        assert_eq!(folders.len(), 3);
        assert_eq!(folders[0], Path::new("/elsewhere"));
        assert_eq!(folders[2], root.join("resources"));
    }
}
