//! E-mail addresses (R28): the same person whatever the letter case, Unicode form or IDN spelling.

use unicode_normalization::UnicodeNormalization;

use super::text::Text;

/// An address as typed (for mailing) and its key (for identity).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Email {
    typed: String,
    key: String,
}

impl Email {
    /// Trims and checks the shape: one `@`, a local part of ≤ 64 bytes, a domain that IDNA accepts, no spaces or control characters.
    pub fn parse(text: &str) -> Result<Self, Text> {
        const HELP: &str = "error-email";
        let typed: String = text.trim().nfc().collect();
        let (local, domain) = typed.rsplit_once('@').ok_or(HELP)?;
        let odd = |c: char| c.is_whitespace() || c.is_control() || "<>(),;:\\\"@[]".contains(c);
        if local.is_empty() || local.len() > 64 || typed.len() > 254 || local.contains(odd) {
            return Err(HELP.into());
        }
        if local.starts_with('.') || local.ends_with('.') || local.contains("..") {
            return Err(HELP.into());
        }
        let ascii = idna::domain_to_ascii_strict(domain).map_err(|_| HELP)?;
        if !ascii.contains('.') || ascii.ends_with('.') {
            return Err(HELP.into());
        }
        let local_key: String = local.nfkc().flat_map(char::to_lowercase).nfkc().collect();
        Ok(Self { key: format!("{local_key}@{ascii}"), typed })
    }

    /// As typed, for mailing and showing to the person.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// What stands before the @.
    pub fn local(&self) -> &str {
        self.typed.rsplit_once('@').map_or(&self.typed, |(local, _)| local)
    }

    /// The same for every spelling of one address; `+tags` are kept, they are different people.
    pub fn key(&self) -> &str {
        &self.key
    }
}

/// The address as mail servers take it: as typed, but a domain beyond ASCII in its ASCII form.
pub fn mailable(typed: &str) -> String {
    if typed.is_ascii() {
        return typed.to_owned();
    }
    let ascii =
        typed.rsplit_once('@').and_then(|(local, domain)| Some((local, idna::domain_to_ascii_strict(domain).ok()?)));
    ascii.map_or_else(|| typed.to_owned(), |(local, domain)| format!("{local}@{domain}"))
}

/// `a•••@example.org`: for showing whose link this is without giving the address away (R36).
pub fn masked(address: &str) -> String {
    let (local, domain) = address.rsplit_once('@').unwrap_or((address, ""));
    let first: String = local.chars().take(1).collect();
    format!("{first}•••@{domain}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> String {
        Email::parse(text).unwrap().key().to_owned()
    }

    #[test]
    fn r28_spellings_of_one_address_are_one_person() {
        assert_eq!(key("Ann.Kern@Example.ORG"), key(" ann.kern@example.org "));
        assert_eq!(key("jose\u{301}@example.org"), key("JOS\u{c9}@example.org"));
        assert_eq!(key("ann@bücher.example"), key("ann@xn--bcher-kva.example"));
        assert_eq!(key("ann@BÜCHER.example"), key("ann@bücher.example"));
    }

    #[test]
    fn r28_tags_are_different_people_and_the_typed_form_is_kept() {
        assert_ne!(key("ann+a@example.org"), key("ann+b@example.org"));
        assert_eq!(Email::parse("Ann+A@Example.org").unwrap().typed(), "Ann+A@Example.org");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for bad in [
            "",
            "ann",
            "@example.org",
            "ann@",
            "ann@localhost",
            "a b@example.org",
            "a@b@example.org",
            "ann\0@example.org",
            "ann@exa mple.org",
            ".ann@example.org",
            "a..b@example.org",
            "Ann <ann@example.org>",
            "ann@example.org, bob@example.org",
        ] {
            assert!(Email::parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn an_address_is_mailed_with_its_domain_in_ascii() {
        assert_eq!(mailable("Ann@bücher.example"), "Ann@xn--bcher-kva.example");
        assert_eq!(mailable("Ann+x@Example.org"), "Ann+x@Example.org");
    }

    #[test]
    fn r36_an_address_is_shown_masked() {
        assert_eq!(masked("ann@example.org"), "a•••@example.org");
    }
}
