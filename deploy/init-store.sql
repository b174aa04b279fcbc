-- Prepares one empty PostgreSQL 18 server for a tenant store. Run by psql as superuser, with DATABASE_NAME,
-- OWNER_PASSWORD and STORE_PASSWORD in the environment. On a managed server, run the same statements by hand; for several
-- stores on one server, those after the roles once for each.
\set ON_ERROR_STOP on
\getenv database DATABASE_NAME
\getenv owner_password OWNER_PASSWORD
\getenv store_password STORE_PASSWORD

-- Row-level security is what keeps tenants apart. It holds for telephony_app, which owns no table.
CREATE ROLE telephony_app NOLOGIN;
CREATE ROLE telephony_owner LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'owner_password';
CREATE ROLE telephony_store LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'store_password' IN ROLE telephony_app;
-- For moves of tenants between stores (docs/operate/moving-tenants.md).
ALTER ROLE telephony_owner REPLICATION;
GRANT pg_create_subscription TO telephony_owner;
-- migrate --check tries migrations in a database of its own.
ALTER ROLE telephony_owner CREATEDB;

-- The database, and who may enter it.
CREATE DATABASE :"database" OWNER telephony_owner;
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO telephony_app;
