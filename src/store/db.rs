//! One database, two engines: every query is written once and runs on both (docs/architecture.md).

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Postgres, Sqlite, Transaction};
use tokio::sync::Notify;

use super::changes::Changes;

pub type Result<T> = std::result::Result<T, sqlx::Error>;

static SQLITE_MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES_MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");

#[derive(Debug, Clone)]
pub struct Db {
    engine: Engine,
    statements: Arc<AtomicU64>,
    signals: Arc<Signals>,
}

#[derive(Debug, Clone)]
enum Engine {
    /// One connection writes, so that writers queue here instead of failing with "database is locked".
    Sqlite {
        write: SqlitePool,
        read: SqlitePool,
    },
    Postgres(PgPool),
}

/// Wakes this process's jobs and listeners after a commit.
#[derive(Debug, Default)]
pub struct Signals {
    /// A deadline may have come nearer.
    pub deadline: Notify,
    /// There may be something to deliver.
    pub outbox: Notify,
    /// Who listens to which event.
    changes: Changes,
}

/// A transaction on either engine; rolled back unless committed.
#[derive(Debug)]
pub struct Tx {
    pub(super) conn: Conn,
    statements: Arc<AtomicU64>,
    signals: Arc<Signals>,
}

#[derive(Debug)]
pub(super) enum Conn {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

/// Expands one sqlx expression for both engines: `on!(tx, c => sqlx::query(SQL).bind(id).execute(c))`.
macro_rules! on {
    ($tx:expr, $c:ident => $query:expr) => {{
        let tx: &mut $crate::store::Tx = $tx;
        tx.count();
        match &mut tx.conn {
            $crate::store::db::Conn::Sqlite(transaction) => {
                let $c = &mut **transaction;
                $query.await
            }
            $crate::store::db::Conn::Postgres(transaction) => {
                let $c = &mut **transaction;
                $query.await
            }
        }
    }};
}
pub(super) use on;

/// Executes one sqlx query on either engine; answers how many rows it changed: `run!(tx, sqlx::query(SQL).bind(id))`.
macro_rules! run {
    ($tx:expr, $query:expr) => {
        $crate::store::db::on!($tx, c => async { $query.execute(c).await.map(|done| done.rows_affected()) })
    };
}
pub(super) use run;

impl Db {
    /// Connects to `sqlite:path` (made if missing) or `postgres://…`.
    ///
    /// With `?pgbouncer=true` no prepared statement outlives its transaction, so that it runs behind a transaction pooler.
    pub async fn connect(url: &str) -> Result<Self> {
        let engine = if url.starts_with("postgres:") || url.starts_with("postgresql:") {
            connect_postgres(url).await?
        } else {
            connect_sqlite(url).await?
        };
        Ok(Self { engine, statements: Arc::default(), signals: Arc::default() })
    }

    /// A transaction that can't write: SQLite's read pool has `query_only` on, PostgreSQL begins it `read only`.
    pub async fn read(&self) -> Result<Tx> {
        let conn = match &self.engine {
            Engine::Sqlite { read, .. } => Conn::Sqlite(read.begin().await?),
            Engine::Postgres(pool) => Conn::Postgres(pool.begin_with("begin read only").await?),
        };
        Ok(self.tx(conn))
    }

    /// A transaction for what touches no event's seats; those go through `EventTx::open`.
    pub async fn write(&self) -> Result<Tx> {
        let conn = match &self.engine {
            Engine::Sqlite { write, .. } => Conn::Sqlite(write.begin_with("begin immediate").await?),
            Engine::Postgres(pool) => Conn::Postgres(pool.begin().await?),
        };
        Ok(self.tx(conn))
    }

    fn tx(&self, conn: Conn) -> Tx {
        Tx { conn, statements: self.statements.clone(), signals: self.signals.clone() }
    }

    pub fn signals(&self) -> &Signals {
        &self.signals
    }

    pub fn changes(&self) -> &Changes {
        &self.signals.changes
    }

    /// Statements run so far, but for begin and commit; for tests that count them.
    pub fn statements(&self) -> u64 {
        self.statements.load(Ordering::Relaxed)
    }

    /// Brings the schema up to date. Several processes may call it at once.
    pub async fn migrate(&self) -> anyhow::Result<()> {
        match &self.engine {
            Engine::Sqlite { write, .. } => SQLITE_MIGRATIONS.run(write).await?,
            Engine::Postgres(pool) => migrate_postgres(pool).await?,
        }
        Ok(())
    }

    /// Ends all connections, after what is in flight.
    pub async fn close(&self) {
        match &self.engine {
            Engine::Sqlite { write, read } => {
                read.close().await;
                write.close().await;
            }
            Engine::Postgres(pool) => pool.close().await,
        }
    }
}

impl Tx {
    /// Commits and wakes the jobs: there may be a nearer deadline, or something to deliver.
    pub async fn commit(self) -> Result<()> {
        let signals = self.signals.clone();
        self.commit_quietly().await?;
        signals.deadline.notify_one();
        signals.outbox.notify_one();
        Ok(())
    }

    /// Commits the jobs' own book-keeping, which is news to nobody.
    pub async fn commit_quietly(self) -> Result<()> {
        match self.conn {
            Conn::Sqlite(transaction) => transaction.commit().await,
            Conn::Postgres(transaction) => transaction.commit().await,
        }
    }

    pub(super) fn changes(&self) -> Changes {
        self.signals.changes.clone()
    }

    pub(super) fn count(&self) {
        self.statements.fetch_add(1, Ordering::Relaxed);
    }
}

async fn connect_sqlite(url: &str) -> Result<Engine> {
    let path = url.strip_prefix("sqlite:").unwrap_or(url);
    let path = path.strip_prefix("//").unwrap_or(path);
    let path = path.split('?').next().unwrap_or(path);
    if let Some(folder) = std::path::Path::new(path).parent() {
        std::fs::create_dir_all(folder)?;
    }
    let options = SqliteConnectOptions::from_str("sqlite:")?
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(Duration::from_secs(5));
    let pool = || SqlitePoolOptions::new().acquire_timeout(Duration::from_secs(10));
    let write = pool().max_connections(1).connect_with(options.clone()).await?;
    let read = pool().max_connections(8).connect_with(options.pragma("query_only", "on")).await?;
    Ok(Engine::Sqlite { write, read })
}

async fn connect_postgres(url: &str) -> Result<Engine> {
    let (address, query) = url.split_once('?').unwrap_or((url, ""));
    let (pooler, rest): (Vec<&str>, Vec<&str>) = query.split('&').partition(|part| *part == "pgbouncer=true");
    let pooled = !pooler.is_empty();
    let mut options = PgConnectOptions::from_str(&format!("{address}?{}", rest.join("&")))?;
    if pooled {
        options = options.statement_cache_capacity(0);
    }
    let pool =
        PgPoolOptions::new().max_connections(16).acquire_timeout(Duration::from_secs(10)).connect_with(options).await?;
    Ok(Engine::Postgres(pool))
}

/// One process migrates, the others wait at a lock row of ours: sqlx's advisory lock needs a session, which a transaction pooler hasn't.
async fn migrate_postgres(pool: &PgPool) -> anyhow::Result<()> {
    const TABLE: &str = "create table if not exists migration_lock (id int primary key)";
    const ROW: &str = "insert into migration_lock (id) values (1) on conflict do nothing";
    const LOCK: &str = "select id from migration_lock where id = 1 for update";
    // Two first processes may both try to make the table; the loser finds it there.
    if sqlx::query(TABLE).execute(pool).await.is_err() {
        sqlx::query(TABLE).execute(pool).await?;
    }
    sqlx::query(ROW).execute(pool).await?;
    let mut lock = pool.begin().await?;
    sqlx::query(LOCK).execute(&mut *lock).await?;
    let mut migrations = Migrator::with_migrations(POSTGRES_MIGRATIONS.iter().cloned().collect());
    migrations.set_locking(false);
    migrations.run(pool).await?;
    lock.commit().await?;
    Ok(())
}
