//! The two migrations make the same tables.

use std::collections::BTreeSet;

use sqlx::Row as _;

use crate::support::World;
use crate::support::harness::{Engine, postgres};

/// (table, column, nullable)
type Columns = BTreeSet<(String, String, bool)>;

async fn of_sqlite(world: &World) -> Columns {
    const SQL: &str = "select m.name as t, p.name as c, p.\"notnull\" as n from sqlite_master m, pragma_table_info(m.name) p \
         where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like '\\_sqlx%' escape '\\'";
    let pool = sqlx::SqlitePool::connect(&world.database).await.unwrap();
    let rows = sqlx::query(SQL).fetch_all(&pool).await.unwrap();
    rows.iter().map(|row| (row.get("t"), row.get("c"), row.get::<i64, _>("n") == 0)).collect()
}

async fn of_postgres(world: &World) -> Columns {
    const SQL: &str = "select table_name::text as t, column_name::text as c, is_nullable = 'YES' as n from information_schema.columns \
         where table_schema = 'public' and table_name not in ('_sqlx_migrations', 'migration_lock')";
    let pool = sqlx::PgPool::connect(&world.database).await.unwrap();
    let rows = sqlx::query(SQL).fetch_all(&pool).await.unwrap();
    rows.iter().map(|row| (row.get("t"), row.get("c"), row.get("n"))).collect()
}

on_both! {
    async fn the_tables_of_both_engines_are_the_same(world: World) {
        let other = match world.engine {
            // Compared once, from the PostgreSQL side; without one there is nothing to compare with.
            Engine::Sqlite => {
                assert!(of_sqlite(world).await.iter().any(|(table, _, _)| table == "offers"));
                return;
            }
            Engine::Postgres => World::new(Engine::Sqlite).await,
        };
        assert!(postgres().is_some());
        assert_eq!(of_sqlite(&other).await, of_postgres(world).await);
        other.finish().await;
    }

    async fn migrating_again_changes_nothing(world: World) {
        world.concert(1).await;
        world.db.migrate().await.unwrap();
        let again = nextseat::store::Db::connect(&world.database).await.unwrap();
        let (a, b) = tokio::join!(again.migrate(), world.db.migrate());
        a.unwrap();
        b.unwrap();
        assert_eq!(world.stranger().get("events/list", &[]).await.ok().as_array().unwrap().len(), 1);
        again.close().await;
    }

    /// A database as the first schema left it, with an offer whose deadline has passed meanwhile.
    async fn a_database_of_the_first_schema_is_brought_up_to_date(world: World) {
        let now = world.now();
        let early = (now - chrono::TimeDelta::hours(2), now - chrono::TimeDelta::hours(1), now + chrono::TimeDelta::days(3));
        let ids: Vec<uuid::Uuid> = (0..6).map(|_| nextseat::chance::id(now)).collect();
        let first = |migrator: &sqlx::migrate::Migrator| {
            sqlx::migrate::Migrator::with_migrations(migrator.iter().filter(|one| one.version == 1).cloned().collect())
        };
        macro_rules! fill {
            ($pool:expr) => {{
                let pool = $pool;
                sqlx::query("insert into accounts (id, name, email, email_key, created_at) values ($1, 'Ann', 'a@example.org', 'a@example.org', $2)")
                    .bind(ids[0]).bind(early.0).execute(pool).await.unwrap();
                sqlx::query("insert into organizations (id, slug, name, time_zone, created_at) values ($1, 'club', 'Club', 'UTC', $2)")
                    .bind(ids[1]).bind(early.0).execute(pool).await.unwrap();
                sqlx::query("insert into events (id, organization_id, slug, title, kind, status, visibility, starts_at, ends_at, time_zone, max_attendees, \
                     waitlist_open, waitlist_time_window, created_at) values ($1, $2, 'old', 'Old', 'rsvp', 'open', 'public', $3, $4, 'UTC', 1, true, 3600, $5)")
                    .bind(ids[2]).bind(ids[1]).bind(early.2).bind(early.2 + chrono::TimeDelta::hours(1)).bind(early.0).execute(pool).await.unwrap();
                sqlx::query("insert into entries (id, event_id, account_id, party_size, place, joined_at, confirmed_at) values ($1, $2, $3, 1, 1, $4, $4)")
                    .bind(ids[3]).bind(ids[2]).bind(ids[0]).bind(early.0).execute(pool).await.unwrap();
                sqlx::query("insert into offers (id, event_id, account_id, entry_id, status, seats, expires_at, batch_id, made_by, created_at) \
                     values ($1, $2, $3, $4, 'pending', 1, $5, $6, 'pass', $7)")
                    .bind(ids[4]).bind(ids[2]).bind(ids[0]).bind(ids[3]).bind(early.1).bind(ids[5]).bind(early.0).execute(pool).await.unwrap();
            }};
        }
        let folder = tempfile::tempdir().unwrap();
        let url = match world.engine {
            Engine::Sqlite => {
                let url = format!("sqlite:{}", folder.path().join("old.db").display());
                let pool = sqlx::SqlitePool::connect(&format!("{url}?mode=rwc")).await.unwrap();
                first(&sqlx::migrate!("migrations/sqlite")).run(&pool).await.unwrap();
                fill!(&pool);
                pool.close().await;
                url
            }
            Engine::Postgres => {
                let url = crate::support::world::fresh_postgres().await;
                let pool = sqlx::PgPool::connect(&url).await.unwrap();
                first(&sqlx::migrate!("migrations/postgres")).run(&pool).await.unwrap();
                fill!(&pool);
                pool.close().await;
                url
            }
        };
        let db = nextseat::store::Db::connect(&url).await.unwrap();
        db.migrate().await.unwrap();
        let overdue = nextseat::store::events::overdue(&mut db.read().await.unwrap(), now).await.unwrap();
        assert_eq!(overdue, [nextseat::domain::ids::EventId(ids[2])], "the old offer is seen to be over");
        let trigger = nextseat::waitlist::settle::Trigger::Sweep;
        assert!(nextseat::waitlist::settle::settle_event(&db, overdue[0], now, trigger).await.unwrap());
        let mut tx = db.read().await.unwrap();
        let offers = nextseat::store::offers::pending_of(&mut tx, overdue[0]).await.unwrap();
        assert_eq!((offers.len(), offers[0].is_live(now)), (1, true), "and the next one is made");
        assert!(nextseat::store::events::overdue(&mut tx, now).await.unwrap().is_empty());
        drop(tx);
        db.close().await;
        if world.engine == Engine::Postgres {
            crate::support::world::drop_postgres(&url).await;
        }
    }

    async fn a_read_transaction_cannot_write(world: World) {
        let mut tx = world.db.read().await.unwrap();
        let refused = nextseat::store::jobs::register(&mut tx, "x").await;
        assert!(refused.is_err());
        let mut tx = world.db.write().await.unwrap();
        nextseat::store::jobs::register(&mut tx, "x").await.unwrap();
    }
}
