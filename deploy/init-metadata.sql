-- Prepares one empty PostgreSQL 18 server for the metadata store. Run by psql as superuser, with DATABASE_NAME,
-- OWNER_PASSWORD, MAIN_PASSWORD, WORKER_PASSWORD and OPERATOR_PASSWORD in the environment. On a managed server, run the
-- same statements by hand.
\set ON_ERROR_STOP on
\getenv database DATABASE_NAME
\getenv owner_password OWNER_PASSWORD
\getenv main_password MAIN_PASSWORD
\getenv worker_password WORKER_PASSWORD
\getenv operator_password OPERATOR_PASSWORD

-- What logins belong to. Row-level security holds for all of them; those that end with _system see all tenants, and
-- have few rights.
CREATE ROLE telephony_requests NOLOGIN;
CREATE ROLE telephony_requests_system NOLOGIN;
CREATE ROLE telephony_jobs NOLOGIN;
CREATE ROLE telephony_jobs_system NOLOGIN;
CREATE ROLE telephony_operations NOLOGIN;

-- A login for each process: migrate, main, worker and operate.
CREATE ROLE telephony_owner LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'owner_password';
CREATE ROLE telephony_main LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'main_password' IN ROLE telephony_requests;
CREATE ROLE telephony_worker LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'worker_password' IN ROLE telephony_jobs;
CREATE ROLE telephony_operator LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD :'operator_password' IN ROLE telephony_operations;

-- They act as these where they say so, and have none of their rights otherwise.
GRANT telephony_requests_system TO telephony_main WITH INHERIT FALSE, SET TRUE;
GRANT telephony_jobs_system TO telephony_worker WITH INHERIT FALSE, SET TRUE;
GRANT telephony_requests_system TO telephony_operator WITH INHERIT FALSE, SET TRUE;

-- migrate --check tries migrations in a database of its own.
ALTER ROLE telephony_owner CREATEDB;

-- The database, and who may enter it.
CREATE DATABASE :"database" OWNER telephony_owner;
REVOKE ALL ON DATABASE :"database" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"database" TO telephony_requests, telephony_jobs, telephony_operations;
