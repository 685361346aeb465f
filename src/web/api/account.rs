//! Accounts.

use leptos::prelude::*;
use serde_json::{Value, json};

use super::{argument, required};
use crate::account::{self, SignUp};
use crate::domain::text::say;
use crate::error::{Error, Refusal};
use crate::language::Lang;
use crate::web::error::{Answer, ApiError};
use crate::web::forms::local;
use crate::web::viewer::{Call, LANGUAGE_COOKIE, call};
use crate::web::{session, shapes};

/// The same whatever is known of the address (R27).
fn check_mail(call: &Call) -> Value {
    call.reply.go_to("/check-mail");
    json!({"check_mail": true})
}

#[server(name = SignUpFn, prefix = "/api", endpoint = "account/sign_up")]
pub async fn sign_up(
    #[server(default)] name: Option<String>,
    #[server(default)] email: Option<String>,
    #[server(default)] password: Option<String>,
    #[server(default)] time_zone: Option<String>,
    #[server(default)] next: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let form = SignUp {
        name: name.unwrap_or_default(),
        email: email.unwrap_or_default(),
        password,
        time_zone,
        language: Some(call.lang.tag().to_owned()),
    };
    account::sign_up(&call.app.db, call.now, form).await?;
    if let Some(next) = local(next) {
        session::keep_next(&call.session, next).await.map_err(away)?;
    }
    Ok(check_mail(&call))
}

#[server(name = SignIn, prefix = "/api", endpoint = "account/sign_in")]
pub async fn sign_in(
    #[server(default)] email: Option<String>,
    #[server(default)] password: Option<String>,
    #[server(default)] next: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let (email, password) = (email.unwrap_or_default(), password.unwrap_or_default());
    let signed_in = account::sign_in(&call.app.db, &email, password).await?;
    start_session(&call, &signed_in).await?;
    call.reply.go_to(local(next).unwrap_or_else(|| "/me".to_owned()));
    Ok(shapes::account(&signed_in))
}

#[server(name = SendLink, prefix = "/api", endpoint = "account/send_link")]
pub async fn send_link(#[server(default)] email: Option<String>) -> Result<Value, ApiError> {
    let call = call();
    account::send_link(&call.app.db, call.now, &email.unwrap_or_default()).await?;
    Ok(check_mail(&call))
}

#[server(name = UseLink, prefix = "/api", endpoint = "account/use_link")]
pub async fn use_link(
    #[server(default)] token: Option<String>,
    #[server(default)] password: Option<String>,
) -> Result<Value, ApiError> {
    let call = call();
    let signed_in = account::use_link(&call.app.db, call.now, &required("token", token)?, password).await?;
    start_session(&call, &signed_in).await?;
    let next = session::take_next(&call.session).await.map_err(away)?;
    call.reply.say(say!("account-signed-in", name = &signed_in.name));
    call.reply.go_to(next.unwrap_or_else(|| "/me".to_owned()));
    Ok(shapes::account(&signed_in))
}

#[server(name = SignOut, prefix = "/api", endpoint = "account/sign_out")]
pub async fn sign_out() -> Result<Value, ApiError> {
    let call = call();
    session::sign_out(&call.session).await.map_err(away)?;
    call.reply.go_to("/");
    Ok(json!({}))
}

/// The language of this browser's pages, and of a signed-in person's pages and mails.
#[server(name = SetLanguage, prefix = "/api", endpoint = "account/language")]
pub async fn language(#[server(default)] language: Option<String>) -> Result<Value, ApiError> {
    let call = call();
    let find = |tag: &str| Lang::all().find(|lang| lang.tag() == tag).ok_or_else(|| "error-language".into());
    let lang = argument("language", language, find)?;
    if let Some(account) = call.account_id() {
        account::set_language(&call.app.db, account, lang.tag()).await?;
    }
    let secure = if call.app.is_secure() { "; Secure" } else { "" };
    let cookie = format!("{LANGUAGE_COOKIE}={}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax{secure}", lang.tag());
    call.reply.set_cookie(cookie);
    call.reply.say("account-language");
    Ok(json!({"language": lang.tag()}))
}

#[server(name = EraseAccount, prefix = "/api", endpoint = "account/erase")]
pub async fn erase() -> Result<Value, ApiError> {
    let call = call();
    account::erase(&call.app.db, call.now, call.signed_in()?).await?;
    session::sign_out(&call.session).await.map_err(away)?;
    call.reply.say("account-erased");
    call.reply.go_to("/");
    Ok(json!({}))
}

#[server(name = Me, prefix = "/api", endpoint = "account/me", input = server_fn::codec::GetUrl)]
pub async fn me() -> Result<Value, ApiError> {
    let account = call().account.ok_or_else(|| Error::from(Refusal::SignInRequired))?;
    Ok(shapes::account(&account))
}

#[server(name = Organize, prefix = "/api", endpoint = "account/organize")]
pub async fn organize(#[server(default)] name: Option<String>) -> Result<Value, ApiError> {
    let call = call();
    let owner = call.signed_in()?;
    let organization = account::organize(&call.app.db, call.now, owner, &name.unwrap_or_default()).await?;
    call.reply.go_to(format!("/manage/{}", organization.slug));
    Ok(json!({"id": organization.id, "slug": organization.slug, "name": organization.name}))
}

async fn start_session(call: &Call, account: &account::SignedIn) -> Answer<()> {
    session::sign_in(&call.session, account).await.map_err(away)
}

fn away(error: tower_sessions::session_store::Error) -> ApiError {
    tracing::error!(%error, "the session could not be kept");
    crate::web::error::internal()
}
