//! Style sheets and the script, inside the binary; their addresses carry a hash, so that browsers may keep them.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use sha2::{Digest as _, Sha256};

#[derive(RustEmbed)]
#[folder = "style/"]
struct Style;

#[derive(RustEmbed)]
#[folder = "public/"]
struct Public;

struct Asset {
    bytes: Vec<u8>,
    url: String,
}

fn asset(name: &str, bytes: Vec<u8>) -> Asset {
    let hash: String = Sha256::digest(&bytes).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    Asset { bytes, url: format!("/{name}?v={hash}") }
}

/// All style sheets in the order of their names, as one.
static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    let mut names: Vec<_> = Style::iter().filter(|name| name.ends_with(".css")).collect();
    names.sort();
    let sheets = names.iter().filter_map(|name| Style::get(name)).flat_map(|file| file.data.into_owned());
    asset("style.css", sheets.collect())
});

static SCRIPT: LazyLock<Asset> = LazyLock::new(|| asset("app.js", public("app.js")));

fn public(name: &str) -> Vec<u8> {
    Public::get(name).map(|file| file.data.into_owned()).unwrap_or_default()
}

pub fn style_url() -> &'static str {
    &STYLE.url
}

pub fn script_url() -> &'static str {
    &SCRIPT.url
}

pub async fn style() -> Response {
    kept("text/css; charset=utf-8", STYLE.bytes.clone())
}

pub async fn script() -> Response {
    kept("text/javascript; charset=utf-8", SCRIPT.bytes.clone())
}

pub async fn icon() -> Response {
    kept("image/svg+xml", public("favicon.svg"))
}

fn kept(kind: &'static str, bytes: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=31536000, immutable")], bytes)
        .into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_stays_small() {
        assert!(SCRIPT.bytes.len() < 10 * 1024, "{} bytes", SCRIPT.bytes.len());
    }
}
