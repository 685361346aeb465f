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

    async fn a_read_transaction_cannot_write(world: World) {
        let mut tx = world.db.read().await.unwrap();
        let refused = nextseat::store::jobs::register(&mut tx, "x").await;
        assert!(refused.is_err());
        let mut tx = world.db.write().await.unwrap();
        nextseat::store::jobs::register(&mut tx, "x").await.unwrap();
    }
}
