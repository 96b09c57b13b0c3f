api_key.id bigint YES null NO
api_key.client text NO null NO
api_key.hash text NO null NO
api_key.prefix text NO null NO
api_key.scopes text NO null NO
api_key.addresses text NO null NO
api_key.active bigint NO null NO
api_key.private_access bigint NO null NO
api_key.issued_client_id bigint NO null YES
api_key.sealed_secret text NO null YES
api_key.created_at bigint NO null NO
api_key.name text NO null NO ''::text
api_key.expires_at bigint NO null YES
api_key.per_second bigint NO null YES
api_key.in_flight bigint NO null YES
audit_entry.id bigint YES null NO
audit_entry.at bigint NO null NO
audit_entry.actor text NO null NO
audit_entry.action text NO null NO
audit_entry.client text NO null NO
audit_entry.kind text NO null NO
audit_entry.details text NO null NO
client.name text NO null NO
client.kind text NO null NO
client.title text NO null NO
client.time_zone text NO null NO
client.fold_repeat_leads bigint NO null NO
client.coarsen_hidden bigint NO null NO
client.database_url text NO null YES
client.mls_feed text NO null YES
client.rls_feed text NO null YES
client.created_at bigint NO null NO
client.listings_link text NO null NO ''::text
client.press_link text NO null NO ''::text
client.search_with_me_link text NO null NO ''::text
client.testimonial_link text NO null NO ''::text
client.lead_recipients text NO null NO 'agent'::text
client.lead_copies text NO null NO ''::text
client.site text NO null NO ''::text
client.listing_page text NO null NO ''::text
client.unsubscribe_page text NO null NO ''::text
client.password_page text NO null NO ''::text
client.confirm_page text NO null NO ''::text
client.display text NO null NO ''::text
client_schema.client text NO null NO
client_schema.step text NO null NO
client_schema.breaking_step text NO null NO
console_account.id bigint YES null NO
console_account.email text NO null NO
console_account.email_key text NO null NO
console_account.name text NO null NO
console_account.role text NO null NO
console_account.password_hash text NO null NO
console_account.second_factor text NO null YES
console_account.new_second_factor text NO null YES
console_account.code_step bigint NO null NO 0
console_account.created_at bigint NO null NO
console_account.seen_at bigint NO null NO 0
console_code.account_id bigint NO null NO
console_code.code_mac text NO null NO
console_link.id bigint YES null NO
console_link.token_hash text NO null NO
console_link.kind text NO null NO
console_link.email text NO null NO
console_link.email_key text NO null NO
console_link.role text NO null NO
console_link.client text NO null NO
console_link.account_id bigint NO null NO
console_link.made_by bigint NO null NO
console_link.expires_at bigint NO null NO
console_role.account_id bigint NO null NO
console_role.client text NO null NO
console_role.role text NO null NO
console_session.id bigint YES null NO
console_session.account_id bigint NO null NO
console_session.token_hash text NO null NO
console_session.created_at bigint NO null NO
console_session.seen_at bigint NO null NO
console_session.proved_at bigint NO null NO
console_session.address text NO null NO
console_session.agent text NO null NO
directory_change.only bigint NO null NO
directory_change.number bigint NO null NO
installation.only bigint NO null NO
installation.name text NO null NO
key_use.key_id bigint NO null NO
key_use.used_at bigint NO null NO
partner.id bigint YES null NO
partner.name text NO null NO
partner.key_hash text NO null NO
partner.prefix text NO null NO
partner.secret_hash text NO null NO
partner.active bigint NO null NO
partner.created_at bigint NO null NO
pull_minute.token text NO null NO ''::text
pull_minute.minute bigint NO null NO 0
pull_minute.requests bigint NO null NO 0
pull_minute.bytes bigint NO null NO 0
pull_token.token text NO null NO ''::text
pull_token.asked_at bigint NO null NO 0
pull_token.silent_until bigint NO null NO 0
pull_token.silence_ms bigint NO null NO 0
queued_email.client text NO null NO
queued_email.noted_at bigint NO null NO
queued_email.failed bigint NO null NO
queued_email.sent bigint NO null YES
queued_email.newest_email_at bigint NO null YES
queued_email.listings bigint NO null YES
queued_email.last_import text NO null YES
queued_email.pulls text NO null YES
restored_number.kind text NO null NO
restored_number.number bigint NO null NO
schema_step.name text NO null NO
schema_step.timestamp text NO null NO
schema_step.additive integer NO null YES
sent_email.message_id text NO null NO
sent_email.sent_at bigint NO null NO
spent_stamp.stamp bigint NO null NO
spent_stamp.issued_client_id bigint NO null NO

CREATE INDEX api_key_client ON api_key USING btree (client)
CREATE UNIQUE INDEX api_key_hash_key ON api_key USING btree (hash)
CREATE UNIQUE INDEX api_key_issued_client_id_key ON api_key USING btree (issued_client_id)
CREATE UNIQUE INDEX api_key_pkey ON api_key USING btree (id)
CREATE INDEX audit_entry_at ON audit_entry USING btree (at)
CREATE INDEX audit_entry_client ON audit_entry USING btree (client, id)
CREATE INDEX audit_entry_kind ON audit_entry USING btree (kind, id)
CREATE UNIQUE INDEX audit_entry_pkey ON audit_entry USING btree (id)
CREATE UNIQUE INDEX client_pkey ON client USING btree (name)
CREATE UNIQUE INDEX client_schema_pkey ON client_schema USING btree (client)
CREATE UNIQUE INDEX console_account_email_key_key ON console_account USING btree (email_key)
CREATE UNIQUE INDEX console_account_pkey ON console_account USING btree (id)
CREATE UNIQUE INDEX console_code_once ON console_code USING btree (account_id, code_mac)
CREATE UNIQUE INDEX console_link_pkey ON console_link USING btree (id)
CREATE UNIQUE INDEX console_link_token_hash_key ON console_link USING btree (token_hash)
CREATE UNIQUE INDEX console_role_once ON console_role USING btree (account_id, client)
CREATE INDEX console_session_account ON console_session USING btree (account_id)
CREATE UNIQUE INDEX console_session_pkey ON console_session USING btree (id)
CREATE UNIQUE INDEX console_session_token_hash_key ON console_session USING btree (token_hash)
CREATE UNIQUE INDEX directory_change_pkey ON directory_change USING btree ("only")
CREATE UNIQUE INDEX installation_pkey ON installation USING btree ("only")
CREATE UNIQUE INDEX key_use_pkey ON key_use USING btree (key_id)
CREATE UNIQUE INDEX partner_key_hash_key ON partner USING btree (key_hash)
CREATE INDEX partner_name ON partner USING btree (name)
CREATE UNIQUE INDEX partner_pkey ON partner USING btree (id)
CREATE UNIQUE INDEX pull_minute_key ON pull_minute USING btree (token, minute)
CREATE UNIQUE INDEX pull_token_key ON pull_token USING btree (token)
CREATE UNIQUE INDEX queued_email_pkey ON queued_email USING btree (client)
CREATE UNIQUE INDEX restored_number_pkey ON restored_number USING btree (kind)
CREATE UNIQUE INDEX schema_step_pkey ON schema_step USING btree (name)
CREATE UNIQUE INDEX sent_email_pkey ON sent_email USING btree (message_id)
CREATE UNIQUE INDEX spent_stamp_once ON spent_stamp USING btree (stamp, issued_client_id)

api_key directory_change AFTER DELETE EXECUTE FUNCTION count_change()
api_key directory_change AFTER INSERT EXECUTE FUNCTION count_change()
api_key directory_change AFTER UPDATE EXECUTE FUNCTION count_change()
client directory_change AFTER DELETE EXECUTE FUNCTION count_change()
client directory_change AFTER INSERT EXECUTE FUNCTION count_change()
client directory_change AFTER UPDATE EXECUTE FUNCTION count_change()
