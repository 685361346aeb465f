//! The command line: serve (default), demo, account, org, migrate, doctor, verify-draw.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use chrono::{DateTime, Utc};
use clap::Parser as _;
use tokio::net::TcpListener;
use tokio::sync::watch;

use nextseat::account::{self, SignUp};
use nextseat::clock::{Clock as _, MovableClock};
use nextseat::config::{AccountCommand, Cli, Command, OrgCommand, Serve};
use nextseat::domain::address::Email;
use nextseat::domain::lottery::Draw;
use nextseat::error::{Error, Refusal};
use nextseat::jobs::Jobs;
use nextseat::language::Lang;
use nextseat::notify::worker::Post;
use nextseat::notify::{Mailbox, Mailer};
use nextseat::store::{Db, accounts};
use nextseat::web::{self, App};
use nextseat::{demo, doctor};

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    let database = cli.database.database.clone();
    let now = MovableClock::default().now();
    match cli.command {
        None => serve(&database, cli.serve, false).await,
        Some(Command::Serve(options)) => serve(&database, options, false).await,
        Some(Command::Demo(options)) => serve(&database, options, true).await,
        Some(Command::Migrate) => {
            open(&database).await?;
            println!("The database is up to date.");
            Ok(())
        }
        Some(Command::Account(AccountCommand::Add { email, name, password })) => {
            let db = open(&database).await?;
            let form = SignUp { name, email, password, time_zone: None, language: None };
            println!("{}", account::add(&db, now, form).await.map_err(in_words)?);
            Ok(())
        }
        Some(Command::Org(OrgCommand::Add { slug, name, owner })) => {
            add_organization(&database, now, &slug, &name, &owner).await
        }
        Some(Command::Doctor) => {
            let findings = doctor::examine(&open(&database).await?, now).await.map_err(in_words)?;
            for finding in &findings {
                println!("{finding}");
            }
            if findings.is_empty() {
                println!("All is well.");
                return Ok(());
            }
            std::process::exit(1);
        }
        Some(Command::VerifyDraw { file }) => verify_draw(&file),
    }
}

fn verify_draw(file: &Path) -> anyhow::Result<()> {
    let text = std::fs::read_to_string(file).with_context(|| format!("{} can't be read", file.display()))?;
    let draw: Draw = serde_json::from_str(&text).context("this isn't a draw as organizer/draw answers it")?;
    match draw.verify() {
        Ok(()) => {
            println!("The draw is right: {} people in the pool, {} offered.", draw.pool.len(), draw.offered.len());
            Ok(())
        }
        Err(finding) => {
            println!("{finding}");
            std::process::exit(1);
        }
    }
}

async fn open(database: &str) -> anyhow::Result<Db> {
    let db = Db::connect(database).await.context("the database can't be opened")?;
    db.migrate().await.context("the database can't be brought up to date")?;
    Ok(db)
}

async fn add_organization(
    database: &str,
    now: DateTime<Utc>,
    slug: &str,
    name: &str,
    owner: &str,
) -> anyhow::Result<()> {
    let db = open(database).await?;
    let owner = match (owner.parse(), Email::parse(owner)) {
        (Ok(id), _) => id,
        (Err(_), Ok(email)) => {
            let found = accounts::find_by_email(&mut db.read().await?, &email).await?;
            found.with_context(|| format!("no account has the address {owner}"))?.id
        }
        (Err(_), Err(_)) => bail!("--owner is neither an account id nor an e-mail address"),
    };
    let organization = account::add_organization(&db, now, owner, slug, name).await.map_err(in_words)?;
    println!("{}", organization.id);
    Ok(())
}

/// A refusal on the command line: each broken field, in words.
fn in_words(error: Error) -> anyhow::Error {
    match error {
        Error::Refused(Refusal::Invalid(fields)) => {
            let each = fields.0.iter().map(|(name, messages)| {
                format!(
                    "--{name}: {}",
                    messages.iter().map(|text| Lang::ENGLISH.say(text)).collect::<Vec<_>>().join(" ")
                )
            });
            anyhow::anyhow!("{}", each.collect::<Vec<_>>().join("\n"))
        }
        Error::Refused(Refusal::NotFound) => anyhow::anyhow!("there is no such account"),
        other => other.into(),
    }
}

async fn serve(database: &str, options: Serve, with_demo: bool) -> anyhow::Result<()> {
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::try_new(&options.log).context("--log")?)
        .with_writer(std::io::stderr)
        .init();
    let listener =
        TcpListener::bind(&options.listen).await.with_context(|| format!("can't listen on {}", options.listen))?;
    let address = listener.local_addr()?;
    let dev_mailbox = options.dev_mailbox || with_demo;
    if (options.dev_clock || dev_mailbox) && !address.ip().is_loopback() {
        bail!("--dev-clock and --dev-mailbox are for a loopback address only, and {address} is none");
    }
    let db = open(database).await?;
    let clock = Arc::new(MovableClock::default());
    let demo = if with_demo { demo::prepare(&db, clock.now()).await.map_err(in_words)? } else { vec![] };

    let mailbox = dev_mailbox.then(Mailbox::default);
    let base_url = options.base_url.as_ref().map_or_else(|| format!("http://{address}"), |_| options.base_url());
    let post = Post { mailer: mailer(&options, mailbox.clone())?, base_url: base_url.clone() };
    let jobs = Jobs::new(db.clone(), clock.clone(), post);
    let (stop, stopping) = watch::channel(false);
    let mut running = jobs.start(stopping.clone()).await.map_err(in_words)?;
    let app = Arc::new(App {
        db: db.clone(),
        clock: clock.clone(),
        jobs,
        base_url: base_url.clone(),
        limit_writes: options.rate_limit == "on",
        dev_clock: options.dev_clock.then_some(clock),
        dev_mailbox: mailbox,
        demo: demo.clone(),
    });

    say_where_to_go(address, &base_url, &demo);
    let stop_all = stop.clone();
    tokio::spawn(async move {
        asked_to_stop().await;
        let _ = stop.send(true);
    });
    // Requests and jobs share the ten seconds that they have after the signal.
    let mut stopped = stopping.clone();
    let finish_jobs = async {
        let _ = stopped.wait_for(|stop| *stop).await;
        let all = async { while running.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(web::GRACE, all).await;
    };
    let serving = async {
        let served = web::serve(&app, listener, stopping).await;
        let _ = stop_all.send(true);
        served
    };
    let (served, ()) = tokio::join!(serving, finish_jobs);
    running.shutdown().await;
    let _ = tokio::time::timeout(std::time::Duration::from_millis(500), db.close()).await;
    Ok(served?)
}

fn mailer(options: &Serve, mailbox: Option<Mailbox>) -> anyhow::Result<Mailer> {
    match (mailbox, &options.smtp_url) {
        (Some(mailbox), _) => Ok(Mailer::Mailbox(mailbox)),
        (None, Some(url)) => {
            Mailer::smtp(url, &options.mail_from()).context("the mail server's address or the sender can't be read")
        }
        (None, None) => {
            tracing::warn!("no mail server is configured (NEXTSEAT_SMTP_URL): mails wait until one is");
            Ok(Mailer::Nowhere)
        }
    }
}

fn say_where_to_go(address: SocketAddr, base_url: &str, demo: &[(String, String, String)]) {
    println!("nextseat is at {base_url} (listening on {address})");
    if !demo.is_empty() {
        println!("Mails are at {base_url}/dev/mailbox. Sign in as:");
        for (what, email, password) in demo {
            println!("  {email}  {password}  ({what})");
        }
    }
}

/// SIGINT or SIGTERM.
async fn asked_to_stop() {
    let mut terminate =
        tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).expect("this platform has signals");
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}
