CREATE TRIGGER "directory_change_api_key_delete" after delete on "api_key" begin update directory_change set number = number + 1; end;
CREATE TRIGGER "directory_change_api_key_insert" after insert on "api_key" begin update directory_change set number = number + 1; end;
CREATE TRIGGER "directory_change_api_key_update" after update on "api_key" begin update directory_change set number = number + 1; end;
CREATE TABLE "api_key" ("id" integer primary key autoincrement,
  "client" text not null,
  "hash" text not null unique,
  "prefix" text not null,
  "scopes" text not null,
  "addresses" text not null,
  "active" integer not null,
  "private_access" integer not null,
  "issued_client_id" integer unique,
  "sealed_secret" text,
  "created_at" integer not null,
  "name" text default '' not null,
  "expires_at" integer,
  "per_second" integer,
  "in_flight" integer);
CREATE INDEX "api_key_client" on "api_key" ("client");
CREATE TABLE "audit_entry" ("id" integer primary key autoincrement,
  "at" integer not null,
  "actor" text not null,
  "action" text not null,
  "client" text not null,
  "kind" text not null,
  "details" text not null);
CREATE INDEX "audit_entry_at" on "audit_entry" ("at");
CREATE INDEX "audit_entry_client" on "audit_entry" ("client",
  "id");
CREATE INDEX "audit_entry_kind" on "audit_entry" ("kind",
  "id");
CREATE TRIGGER "directory_change_client_delete" after delete on "client" begin update directory_change set number = number + 1; end;
CREATE TRIGGER "directory_change_client_insert" after insert on "client" begin update directory_change set number = number + 1; end;
CREATE TRIGGER "directory_change_client_update" after update on "client" begin update directory_change set number = number + 1; end;
CREATE TABLE "client" ("name" text primary key,
  "kind" text not null,
  "title" text not null,
  "time_zone" text not null,
  "fold_repeat_leads" integer not null,
  "coarsen_hidden" integer not null,
  "database_url" text,
  "mls_feed" text,
  "rls_feed" text,
  "created_at" integer not null,
  "listings_link" text default '' not null,
  "press_link" text default '' not null,
  "search_with_me_link" text default '' not null,
  "testimonial_link" text default '' not null,
  "lead_recipients" text default 'agent' not null,
  "lead_copies" text default '' not null,
  "site" text default '' not null,
  "listing_page" text default '' not null,
  "unsubscribe_page" text default '' not null,
  "password_page" text default '' not null,
  "confirm_page" text default '' not null,
  "display" text default '' not null);
CREATE TABLE "client_schema" ("client" text primary key,
  "step" text not null,
  "breaking_step" text not null);
CREATE TABLE "console_account" ("id" integer primary key autoincrement,
  "email" text not null,
  "email_key" text not null unique,
  "name" text not null,
  "role" text not null,
  "password_hash" text not null,
  "second_factor" text,
  "new_second_factor" text,
  "code_step" integer default 0 not null,
  "created_at" integer not null,
  "seen_at" integer default 0 not null);
CREATE TABLE "console_code" ("account_id" integer not null,
  "code_mac" text not null, constraint "console_code_once" primary key ("account_id",
  "code_mac"));
CREATE TABLE "console_link" ("id" integer primary key autoincrement,
  "token_hash" text not null unique,
  "kind" text not null,
  "email" text not null,
  "email_key" text not null,
  "role" text not null,
  "client" text not null,
  "account_id" integer not null,
  "made_by" integer not null,
  "expires_at" integer not null);
CREATE TABLE "console_role" ("account_id" integer not null,
  "client" text not null,
  "role" text not null, constraint "console_role_once" primary key ("account_id",
  "client"));
CREATE TABLE "console_session" ("id" integer primary key autoincrement,
  "account_id" integer not null,
  "token_hash" text not null unique,
  "created_at" integer not null,
  "seen_at" integer not null,
  "proved_at" integer not null,
  "address" text not null,
  "agent" text not null);
CREATE INDEX "console_session_account" on "console_session" ("account_id");
CREATE TABLE "directory_change" ("only" integer primary key,
  "number" integer not null);
CREATE TABLE "installation" ("only" integer primary key,
  "name" text not null);
CREATE TABLE "key_use" ("key_id" integer primary key,
  "used_at" integer not null);
CREATE TABLE "partner" ("id" integer primary key autoincrement,
  "name" text not null,
  "key_hash" text not null unique,
  "prefix" text not null,
  "secret_hash" text not null,
  "active" integer not null,
  "created_at" integer not null);
CREATE INDEX "partner_name" on "partner" ("name");
CREATE TABLE "pull_minute" ("token" text default '' not null,
  "minute" integer default 0 not null,
  "requests" integer default 0 not null,
  "bytes" integer default 0 not null, constraint "pull_minute_key" primary key ("token",
  "minute"));
CREATE TABLE "pull_token" ("token" text default '' not null,
  "asked_at" integer default 0 not null,
  "silent_until" integer default 0 not null,
  "silence_ms" integer default 0 not null, constraint "pull_token_key" primary key ("token"));
CREATE TABLE "queued_email" ("client" text primary key,
  "noted_at" integer not null,
  "failed" integer not null,
  "sent" integer,
  "newest_email_at" integer,
  "listings" integer,
  "last_import" text,
  "pulls" text);
CREATE TABLE "restored_number" ("kind" text primary key,
  "number" integer not null);
CREATE TABLE "schema_step" ("name" text primary key,
  "timestamp" text not null,
  "additive" integer);
CREATE TABLE "sent_email" ("message_id" text primary key,
  "sent_at" integer not null);
CREATE TABLE "spent_stamp" ("stamp" integer not null,
  "issued_client_id" integer not null, constraint "spent_stamp_once" primary key ("stamp",
  "issued_client_id"));
CREATE TABLE sqlite_sequence(name,seq);
