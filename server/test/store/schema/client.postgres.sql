agent.id bigint NO null NO
agent.agent_custom_field_1 text NO null NO ''::text
agent.agent_custom_field_2 text NO null NO ''::text
agent.agent_link_name_1 text NO null NO ''::text
agent.agent_link_name_2 text NO null NO ''::text
agent.agent_link_name_3 text NO null NO ''::text
agent.agent_link_url_1 text NO null NO ''::text
agent.agent_link_url_2 text NO null NO ''::text
agent.agent_link_url_3 text NO null NO ''::text
agent.bio text NO null NO ''::text
agent.email text NO null NO ''::text
agent.fax text NO null NO ''::text
agent.mobile text NO null NO ''::text
agent.phone text NO null NO ''::text
agent.firstname text NO null NO ''::text
agent.lastname text NO null NO ''::text
agent.image text NO null NO ''::text
agent.lang text NO null NO ''::text
agent.link_social1 text NO null NO ''::text
agent.link_social2 text NO null NO ''::text
agent.link_social3 text NO null NO ''::text
agent.link_social4 text NO null NO ''::text
agent.link_social5 text NO null NO ''::text
agent.quote text NO null NO ''::text
agent.rls_agent_id text NO null NO ''::text
agent.specialty text NO null NO ''::text
agent.status text NO null NO ''::text
agent.teamid text NO null NO ''::text
agent.title text NO null NO ''::text
agent.isagent bigint NO null NO 0
agent.office bigint NO null NO 0
agent.listingslink text NO null NO ''::text
agent.presslink text NO null NO ''::text
agent.searchwithmelink text NO null NO ''::text
agent.testimoniallink text NO null NO ''::text
alert.id bigint YES null NO
alert.kind text NO null NO ''::text
alert.first_name text NO null NO ''::text
alert.last_name text NO null NO ''::text
alert.email text NO null NO ''::text
alert.email_key text NO null NO ''::text
alert.phone text NO null NO ''::text
alert.comment text NO null NO ''::text
alert.alert_type text NO null NO ''::text
alert.area text NO null NO ''::text
alert.unit text NO null NO ''::text
alert.source text NO null NO ''::text
alert.back_link text NO null NO ''::text
alert.client_reference text NO null NO ''::text
alert.min_beds double precision NO null NO 0
alert.min_bath double precision NO null NO 0
alert.created_at bigint NO null NO 0
alert.price_from bigint NO null NO 0
alert.price_to bigint NO null NO 0
alert.min_size bigint NO null NO 0
alert.agent_id bigint NO null NO 0
alert.listing_id bigint NO null NO 0
alert.listing_space bigint NO null NO 0
alert.client_id bigint NO null NO 0
alert.tour_kind text NO null NO ''::text
alert.tour_times text NO null NO ''::text
alert.state text NO null NO 'new'::text
alert.notes text NO null NO ''::text
alert_comment.id bigint YES null NO
alert_comment.text text NO null NO ''::text
alert_comment.alert_id bigint NO null NO 0
alert_comment.created_at bigint NO null NO 0
alert_comment.listing_id bigint NO null NO 0
alert_comment.listing_space bigint NO null NO 0
audit_entry.id bigint YES null NO
audit_entry.at bigint NO null NO
audit_entry.actor text NO null NO
audit_entry.action text NO null NO
audit_entry.client text NO null NO
audit_entry.kind text NO null NO
audit_entry.details text NO null NO
blog.id bigint NO null NO
blog.agent_id bigint NO null NO 0
blog.created_by bigint NO null NO 0
blog.status bigint NO null NO 0
blog.published_at bigint NO null YES
blog.author text NO null NO ''::text
blog.caption text NO null NO ''::text
blog.friendly text NO null NO ''::text
blog.image text NO null NO ''::text
blog.title text NO null NO ''::text
blog.title_key text NO null NO ''::text
blog.body text NO null NO ''::text
blog_building.blog_id bigint NO null NO 0
blog_building.building_id bigint NO null NO 0
blog_label.blog_id bigint NO null NO 0
blog_label.label_id bigint NO null NO 0
blog_label_name.id bigint NO null NO
blog_label_name.label text NO null NO ''::text
building.id bigint NO null NO
building.address text NO null NO ''::text
building.house text NO null NO ''::text
building.name text NO null NO ''::text
building.city text NO null NO ''::text
building.state text NO null NO ''::text
building.zip text NO null NO ''::text
building.location text NO null NO ''::text
building.beds text NO null NO ''::text
building.bldgsize text NO null NO ''::text
building.concession text NO null NO ''::text
building.ext text NO null NO ''::text
building.keys text NO null NO ''::text
building.lotsize text NO null NO ''::text
building.openhouse text NO null NO ''::text
building.openhouseend text NO null NO ''::text
building.openhouse2 text NO null NO ''::text
building.openhouseend2 text NO null NO ''::text
building.phone text NO null NO ''::text
building.propertytype text NO null NO ''::text
building.public_note text NO null NO ''::text
building.style text NO null NO ''::text
building.subwayline text NO null NO ''::text
building.type text NO null NO ''::text
building.website text NO null NO ''::text
building.from_listings bigint NO null NO 0
building.neighborhood_id bigint NO null NO 0
building.amenities_low bigint NO null NO 0
building.amenities_high bigint NO null NO 0
building.included bigint NO null NO 0
building.built bigint NO null NO 0
building.category bigint NO null NO 0
building.common bigint NO null NO 0
building.contact bigint NO null NO 0
building.cooling bigint NO null NO 0
building.down bigint NO null NO 0
building.era bigint NO null NO 0
building.exp bigint NO null NO 0
building.families bigint NO null NO 0
building.featured bigint NO null NO 0
building.fee bigint NO null NO 0
building.heating bigint NO null NO 0
building.incrent bigint NO null NO 0
building.maintanance bigint NO null NO 0
building.is_new bigint NO null NO 0
building.newdevelopment bigint NO null NO 0
building.nofee bigint NO null NO 0
building.op bigint NO null NO 0
building.parking bigint NO null NO 0
building.pets bigint NO null NO 0
building.price bigint NO null NO 0
building.status bigint NO null NO 0
building.stories bigint NO null NO 0
building.taxes bigint NO null NO 0
building.units bigint NO null NO 0
building.deduct double precision NO null NO 0
building.latitude double precision NO null YES
building.longitude double precision NO null YES
building_photo.building_id bigint NO null NO 0
building_photo.position bigint NO null NO 0
building_photo.sort bigint NO null NO 0
building_photo.filename text NO null NO ''::text
building_photo.name text NO null NO ''::text
change_entry.kind bigint NO null NO 0
change_entry.record_id bigint NO null NO 0
change_entry.seq bigint NO null NO 0
change_entry.removed bigint NO null NO 0
change_entry.at bigint NO null NO 0
change_entry.since_seq bigint NO null NO 0
change_entry.changed text NO null NO ''::text
change_entry.changed_after bigint NO null NO 0
client.id bigint NO null NO
client.first_name text NO null NO ''::text
client.last_name text NO null NO ''::text
client.email text NO null NO ''::text
client.email_key text NO null NO ''::text
client.type text NO null NO ''::text
client.verify text NO null NO ''::text
client.password_hash text NO null NO ''::text
client.phone text NO null NO ''::text
client.home_phone text NO null NO ''::text
client.office_phone text NO null NO ''::text
client.progress text NO null NO ''::text
client.source text NO null NO ''::text
client.dob text NO null NO ''::text
client.address text NO null NO ''::text
client.city text NO null NO ''::text
client.state text NO null NO ''::text
client.zip text NO null NO ''::text
client.member bigint NO null NO 0
client.verified bigint NO null NO 0
client.last_login_at bigint NO null NO 0
client.created_at bigint NO null NO 0
client.updated_at bigint NO null NO 0
client.agent_id bigint NO null NO 0
client.login_key text NO null YES
client.email_changed_at bigint NO null NO 0
client.reset_hash text NO null NO ''::text
client.reset_until bigint NO null NO 0
client_trail.id bigint YES null NO
client_trail.client_id bigint NO null NO 0
client_trail.trail_key bigint NO null NO 0
client_trail.listing_id bigint NO null NO 0
client_trail.created_at bigint NO null NO 0
client_trail.user_ip text NO null NO ''::text
client_trail.comment text NO null NO ''::text
client_trail.page_url text NO null NO ''::text
deal.id bigint NO null NO
deal.client_id bigint NO null NO 0
deal.listing_id bigint NO null NO 0
deal.dealt_at bigint NO null NO 0
deal.price double precision NO null NO 0
deal.address text NO null NO ''::text
deal.status text NO null NO ''::text
document.id bigint NO null NO
document.category text NO null NO ''::text
document.filename text NO null NO ''::text
document.title text NO null NO ''::text
document.sort bigint NO null NO 0
document.created_at bigint NO null YES
favorite_listing.client_id bigint NO null NO 0
favorite_listing.id_space bigint NO null NO 0
favorite_listing.listing_id bigint NO null NO 0
highest_number.kind text NO null NO
highest_number.number bigint NO null NO 0
highest_number.key_number bigint NO null NO 0
idempotent_write.id text NO null NO
idempotent_write.fingerprint text NO null NO ''::text
idempotent_write.answer text NO null NO ''::text
idempotent_write.created_at bigint NO null NO 0
import_run.id bigint YES null NO
import_run.started_by text NO null NO ''::text
import_run.mode text NO null NO ''::text
import_run.files text NO null NO ''::text
import_run.counts text NO null NO ''::text
import_run.result text NO null NO ''::text
import_run.message text NO null NO ''::text
import_run.started_at bigint NO null NO 0
import_run.ended_at bigint NO null NO 0
import_run.emailed_at bigint NO null NO 0
kept_field.kind text NO null NO
kept_field.id bigint NO null NO
kept_field.field text NO null NO
label.id bigint YES null NO
label.name text NO null NO ''::text
label.name_key text NO null NO ''::text
label.from_listings bigint NO null NO 1
letter.id bigint YES null NO
letter.message_id text NO null NO
letter.kind text NO null NO ''::text
letter.from_name text NO null NO ''::text
letter.to_name text NO null NO ''::text
letter.to_address text NO null NO ''::text
letter.reply_name text NO null NO ''::text
letter.reply_address text NO null NO ''::text
letter.subject text NO null NO ''::text
letter.text text NO null NO ''::text
letter.html text NO null NO ''::text
letter.state text NO null NO ''::text
letter.last_error text NO null NO ''::text
letter.created_at bigint NO null NO 0
letter.attempts bigint NO null NO 0
letter.next_attempt_at bigint NO null NO 0
letter.leased_until bigint NO null NO 0
letter.sent_at bigint NO null NO 0
letter.alert_id bigint NO null NO 0
letter.bulk bigint NO null NO 0
letter.calendar text NO null NO ''::text
letter.search_id bigint NO null NO 0
letter.unsubscribe text NO null NO ''::text
link.id bigint NO null NO
link.description text NO null NO ''::text
link.title text NO null NO ''::text
link.url text NO null NO ''::text
link.category_id bigint NO null NO 0
link.sort bigint NO null NO 0
link_category.id bigint NO null NO
link_category.name text NO null NO ''::text
link_category.sort bigint NO null NO 0
listing.id bigint NO null NO
listing.building_id bigint NO null NO 0
listing.neighborhood_id bigint NO null NO 0
listing.agent_id bigint NO null NO 0
listing.coagent_id bigint NO null NO 0
listing.listingagent_id bigint NO null NO 0
listing.status bigint NO null NO 0
listing.type bigint NO null NO 0
listing.category bigint NO null NO 0
listing.hide_address bigint NO null NO 0
listing.by_appointment bigint NO null NO 0
listing.pets bigint NO null NO 0
listing.size bigint NO null NO 0
listing.cooling bigint NO null NO 0
listing.amenities_low bigint NO null NO 0
listing.amenities_high bigint NO null NO 0
listing.developments bigint NO null NO 0
listing.featured bigint NO null NO 0
listing.downpayment bigint NO null NO 0
listing.maintenance bigint NO null NO 0
listing.taxes bigint NO null NO 0
listing.cyof bigint NO null NO 0
listing.idx bigint NO null NO 0
listing.vow bigint NO null NO 0
listing.distribute bigint NO null NO 0
listing.units bigint NO null NO 0
listing.built bigint NO null NO 0
listing.families bigint NO null NO 0
listing.images bigint NO null NO 0
listing.bath double precision NO null NO 0
listing.beds double precision NO null NO 0
listing.rooms double precision NO null NO 0
listing.fee double precision NO null NO 0
listing.freemonth double precision NO null NO 0
listing.monthsfreereqminlease double precision NO null NO 0
listing.price double precision NO null NO 0
listing.house text NO null NO ''::text
listing.street text NO null NO ''::text
listing.apt text NO null NO ''::text
listing.cross_streets text NO null NO ''::text
listing.description text NO null NO ''::text
listing.access_note text NO null NO ''::text
listing.available text NO null NO ''::text
listing.floor text NO null NO ''::text
listing.video text NO null NO ''::text
listing.video2 text NO null NO ''::text
listing.openhouse text NO null NO ''::text
listing.openhouseend text NO null NO ''::text
listing.openhouse2 text NO null NO ''::text
listing.openhouseend2 text NO null NO ''::text
listing.concession text NO null NO ''::text
listing.mls_no text NO null NO ''::text
listing.ulid text NO null NO ''::text
listing.zip text NO null NO ''::text
listing.subway text NO null NO ''::text
listing.city text NO null NO ''::text
listing.state text NO null NO ''::text
listing.image text NO null NO ''::text
listing.floorplan text NO null NO ''::text
listing.partner_video text NO null YES
listing.op text NO null YES
listing.latitude double precision NO null YES
listing.longitude double precision NO null YES
listing.lease_term_min double precision NO null YES
listing.lease_term_max double precision NO null YES
listing.updated_at bigint NO null YES
listing.web_title text NO null NO ''::text
listing.office_id bigint NO null NO 0
listing_custom.listing_id bigint NO null NO 0
listing_custom.name text NO null NO ''::text
listing_custom.value text NO null NO ''::text
listing_history.listing_id bigint NO null NO 0
listing_history.at bigint NO null NO 0
listing_history.status bigint NO null NO 0
listing_history.price double precision NO null NO 0
listing_label.listing_id bigint NO null NO 0
listing_label.label_id bigint NO null NO 0
listing_search.id bigint NO null NO
listing_search.status bigint NO null NO 0
listing_search.size bigint NO null NO 0
listing_search.updated_at bigint NO null NO 0
listing_search.neighborhood_id bigint NO null NO 0
listing_search.type bigint NO null NO 0
listing_search.category bigint NO null NO 0
listing_search.pets bigint NO null NO 0
listing_search.amenities_low bigint NO null NO 0
listing_search.amenities_high bigint NO null NO 0
listing_search.families bigint NO null NO 0
listing_search.built bigint NO null NO 0
listing_search.taxes bigint NO null NO 0
listing_search.cooling bigint NO null NO 0
listing_search.parking bigint NO null NO 0
listing_search.zip bigint NO null NO 0
listing_search.agent_id bigint NO null NO 0
listing_search.coagent_id bigint NO null NO 0
listing_search.listingagent_id bigint NO null NO 0
listing_search.building_id bigint NO null NO 0
listing_search.flags bigint NO null NO 0
listing_search.openhouse_until bigint NO null NO 0
listing_search.price double precision NO null NO 0
listing_search.beds double precision NO null NO 0
listing_search.bath double precision NO null NO 0
listing_search.rooms double precision NO null NO 0
listing_search.lease_term_min double precision NO null YES
listing_search.lease_term_max double precision NO null YES
listing_search.available_on bigint NO null YES
listing_search.city text NO null NO ''::text
listing_search.address text NO null NO ''::text
listing_search.latitude bigint NO null YES
listing_search.longitude bigint NO null YES
listing_search.globe_x bigint NO null YES
listing_search.globe_y bigint NO null YES
listing_search.globe_z bigint NO null YES
listing_views.listing_id bigint NO null NO
listing_views.views bigint NO null NO 0
listing_words.listing_id bigint NO null NO
listing_words.block bigint NO null NO 0
listing_words.words text NO null NO ''::text
neighborhood.id bigint NO null NO
neighborhood.name text NO null NO ''::text
neighborhood.name_key text NO null NO ''::text
neighborhood.img text NO null NO ''::text
neighborhood.imgname text NO null NO ''::text
neighborhood.text_1 text NO null NO ''::text
neighborhood.from_listings bigint NO null NO 0
neighborhood.parent bigint NO null NO 0
neighborhood.sort bigint NO null NO 0
office.id bigint NO null NO
office.address text NO null NO ''::text
office.city text NO null NO ''::text
office.email text NO null NO ''::text
office.fax text NO null NO ''::text
office.logo text NO null NO ''::text
office.name text NO null NO ''::text
office.phone text NO null NO ''::text
office.state text NO null NO ''::text
office.zip text NO null NO ''::text
photo.listing_id bigint NO null NO 0
photo.position bigint NO null NO 0
photo.sort bigint NO null NO 0
photo.filename text NO null NO ''::text
photo.name text NO null NO ''::text
picture.filename text NO null NO
picture.hash text NO null NO ''::text
picture.thumbhash text NO null NO ''::text
picture.width bigint NO null NO 0
picture.height bigint NO null NO 0
picture_source.url_hash text NO null NO
picture_source.url text NO null NO ''::text
picture_source.filename text NO null NO ''::text
picture_source.media_key text NO null NO ''::text
press.id bigint NO null NO
press.agent_id bigint NO null NO 0
press.created_at bigint NO null YES
press.published_at bigint NO null YES
press.author text NO null NO ''::text
press.filename text NO null NO ''::text
press.logo text NO null NO ''::text
press.publicationname text NO null NO ''::text
press.sub_title text NO null NO ''::text
press.sub_title_key text NO null NO ''::text
press.title text NO null NO ''::text
press.title_key text NO null NO ''::text
press.type text NO null NO ''::text
press.url text NO null NO ''::text
press.body text NO null NO ''::text
pull_minute.token text NO null NO ''::text
pull_minute.minute bigint NO null NO 0
pull_minute.requests bigint NO null NO 0
pull_minute.bytes bigint NO null NO 0
pull_picture.source text NO null NO ''::text
pull_picture.media_key text NO null NO ''::text
pull_picture.record text NO null NO ''::text
pull_picture.listing_id bigint NO null NO 0
pull_picture.rank bigint NO null NO 0
pull_picture.due_at bigint NO null NO 0
pull_picture.attempts bigint NO null NO 0
pull_reject.source text NO null NO ''::text
pull_reject.resource text NO null NO ''::text
pull_reject.key text NO null NO ''::text
pull_resource.source text NO null NO ''::text
pull_resource.resource text NO null NO ''::text
pull_resource.watermark text NO null NO ''::text
pull_resource.began text NO null NO ''::text
pull_resource.link text NO null NO ''::text
pull_resource.position text NO null NO ''::text
pull_resource.mapping text NO null NO ''::text
pull_resource.linked_at bigint NO null NO 0
pull_resource.unordered bigint NO null NO 0
pull_resource.whole bigint NO null NO 0
pull_resource.swept_at bigint NO null NO 0
pull_resource.base bigint NO null NO 0
pull_schedule.source text NO null NO
pull_schedule.public_id text NO null NO ''::text
pull_schedule.file text NO null NO ''::text
pull_schedule.mappings text NO null NO ''::text
pull_schedule.secrets text NO null NO ''::text
pull_schedule.every_ms bigint NO null NO 0
pull_schedule.paused bigint NO null NO 0
pull_schedule.next_at bigint NO null NO 0
pull_source.source text NO null NO ''::text
pull_source.holder text NO null NO ''::text
pull_source.held_until bigint NO null NO 0
pull_source.succeeded_at bigint NO null NO 0
pull_source.failures bigint NO null NO 0
pull_source.alarmed bigint NO null NO 0
pull_source.requests bigint NO null NO 0
pull_source.records bigint NO null NO 0
pull_source.owed text NO null NO ''::text
pull_source.waits_until bigint NO null NO 0
pull_source.added_at bigint NO null NO 0
pull_swept.source text NO null NO ''::text
pull_swept.resource text NO null NO ''::text
pull_swept.key text NO null NO ''::text
pull_swept.swept_at bigint NO null NO 0
pull_token.token text NO null NO ''::text
pull_token.asked_at bigint NO null NO 0
pull_token.silent_until bigint NO null NO 0
pull_token.silence_ms bigint NO null NO 0
revision.number bigint NO null NO 0
revision.views bigint NO null NO 0
revision.epoch bigint NO null NO 0
revision.floor_seq bigint NO null NO 0
revision.entries_seq bigint NO null NO 0
revision.refreshed_at bigint NO null NO 0
saved_search.id bigint YES null NO
saved_search.client_id bigint NO null NO 0
saved_search.price_drops bigint NO null NO 0
saved_search.created_at bigint NO null NO 0
saved_search.updated_at bigint NO null NO 0
saved_search.last_sent_at bigint NO null NO 0
saved_search.name text NO null NO ''::text
saved_search.query text NO null NO ''::text
saved_search.frequency text NO null NO ''::text
saved_search_match.search_id bigint NO null NO 0
saved_search_match.id_space bigint NO null NO 0
saved_search_match.listing_id bigint NO null NO 0
saved_search_match.price double precision NO null NO 0
saved_search_match.price_before double precision NO null NO 0
saved_search_match.client_id bigint NO null NO 0
saved_search_match.found_at bigint NO null NO 0
saved_search_match.sent_at bigint NO null NO 0
saved_search_place.id_space bigint NO null NO
saved_search_place.epoch bigint NO null NO 0
saved_search_place.seq bigint NO null NO 0
saved_search_place.looked_at bigint NO null NO 0
saved_search_place.held bigint NO null NO 0
saved_search_place.held_at bigint NO null NO 0
saved_search_place.released bigint NO null NO 0
saved_search_place.leased_until bigint NO null NO 0
saved_search_place.news bigint NO null NO 0
saved_search_place.news_since bigint NO null NO 0
source_key.kind text NO null NO ''::text
source_key.source text NO null NO ''::text
source_key.key text NO null NO ''::text
source_key.number bigint NO null NO 0
team.id bigint NO null NO
team.bio text NO null NO ''::text
team.groupemail text NO null NO ''::text
team.groupimage text NO null NO ''::text
team.hide_team_listings_from_agent text NO null NO ''::text
team.logo text NO null NO ''::text
team.name text NO null NO ''::text
team.phone1 text NO null NO ''::text
team.phone2 text NO null NO ''::text
team.social_f text NO null NO ''::text
team.social_g text NO null NO ''::text
team.social_i text NO null NO ''::text
team.social_l text NO null NO ''::text
team.social_p text NO null NO ''::text
team.social_t text NO null NO ''::text
team.social_y text NO null NO ''::text
team.website text NO null NO ''::text
team_expects.agent_id bigint NO null NO
team_expects.team_id bigint NO null NO 0
testimonial.id bigint NO null NO
testimonial.agent_id bigint NO null NO 0
testimonial.team_id bigint NO null NO 0
testimonial.created_at bigint NO null NO 0
testimonial.commentor text NO null NO ''::text
testimonial.content text NO null NO ''::text
testimonial.image text NO null NO ''::text
testimonial.title text NO null NO ''::text
video.id bigint NO null NO
video.description text NO null NO ''::text
video.embed text NO null NO ''::text
video.image text NO null NO ''::text
video.title text NO null NO ''::text
video.title_key text NO null NO ''::text
video.agent_id bigint NO null NO 0
video.sort bigint NO null NO 0
video.created_at bigint NO null YES
webhook_attempt.id bigint YES null NO
webhook_attempt.reason text NO null NO ''::text
webhook_attempt.answer text NO null NO ''::text
webhook_attempt.message_id bigint NO null NO 0
webhook_attempt.at bigint NO null NO 0
webhook_attempt.status bigint NO null NO 0
webhook_attempt.ms bigint NO null NO 0
webhook_endpoint.id bigint YES null NO
webhook_endpoint.public_id text NO null NO
webhook_endpoint.url text NO null NO ''::text
webhook_endpoint.types text NO null NO ''::text
webhook_endpoint.include text NO null NO ''::text
webhook_endpoint.contact text NO null NO ''::text
webhook_endpoint.sealed_secret text NO null NO ''::text
webhook_endpoint.old_sealed_secret text NO null NO ''::text
webhook_endpoint.state text NO null NO ''::text
webhook_endpoint.reason text NO null NO ''::text
webhook_endpoint.old_until bigint NO null NO 0
webhook_endpoint.created_at bigint NO null NO 0
webhook_endpoint.failing_since bigint NO null NO 0
webhook_endpoint.not_before bigint NO null NO 0
webhook_endpoint.leased_until bigint NO null NO 0
webhook_endpoint.follows bigint NO null NO 0
webhook_endpoint.change_epoch bigint NO null NO 0
webhook_endpoint.change_seq bigint NO null NO 0
webhook_endpoint.changes_at bigint NO null NO 0
webhook_message.id bigint YES null NO
webhook_message.message_id text NO null NO ''::text
webhook_message.type text NO null NO ''::text
webhook_message.body text NO null NO ''::text
webhook_message.state text NO null NO ''::text
webhook_message.last_error text NO null NO ''::text
webhook_message.endpoint_id bigint NO null NO 0
webhook_message.created_at bigint NO null NO 0
webhook_message.attempts bigint NO null NO 0
webhook_message.next_attempt_at bigint NO null NO 0
webhook_message.sent_at bigint NO null NO 0
word.id bigint NO null NO
word.word text NO null NO ''::text
word_index.id bigint NO null NO
word_index.epoch bigint NO null NO 0
word_index.seq bigint NO null NO 0
word_index.record_id bigint NO null NO 0
word_index.block bigint NO null NO 0
word_index.filled bigint NO null NO 0
word_index.words bigint NO null NO 0
word_posting.word_id bigint NO null NO 0
word_posting.block bigint NO null NO 0
word_posting.ids text NO null NO ''::text

CREATE UNIQUE INDEX agent_pkey ON agent USING btree (id)
CREATE INDEX agent_team ON agent USING btree (teamid)
CREATE INDEX alert_created ON alert USING btree (created_at, id)
CREATE INDEX alert_email ON alert USING btree (email_key, created_at)
CREATE UNIQUE INDEX alert_pkey ON alert USING btree (id)
CREATE INDEX alert_comment_alert ON alert_comment USING btree (alert_id, id)
CREATE UNIQUE INDEX alert_comment_pkey ON alert_comment USING btree (id)
CREATE INDEX audit_entry_at ON audit_entry USING btree (at)
CREATE INDEX audit_entry_kind ON audit_entry USING btree (kind, id)
CREATE UNIQUE INDEX audit_entry_pkey ON audit_entry USING btree (id)
CREATE INDEX blog_agent ON blog USING btree (agent_id, status, COALESCE(published_at, '-8640000000000000'::bigint) DESC, id)
CREATE INDEX blog_newest ON blog USING btree (status, COALESCE(published_at, '-8640000000000000'::bigint) DESC, id)
CREATE UNIQUE INDEX blog_pkey ON blog USING btree (id)
CREATE INDEX blog_slug ON blog USING btree (friendly)
CREATE UNIQUE INDEX blog_building_key ON blog_building USING btree (blog_id, building_id)
CREATE INDEX blog_building_other ON blog_building USING btree (building_id, blog_id)
CREATE UNIQUE INDEX blog_label_key ON blog_label USING btree (blog_id, label_id)
CREATE INDEX blog_label_other ON blog_label USING btree (label_id, blog_id)
CREATE UNIQUE INDEX blog_label_name_pkey ON blog_label_name USING btree (id)
CREATE INDEX building_neighborhood ON building USING btree (neighborhood_id)
CREATE UNIQUE INDEX building_pkey ON building USING btree (id)
CREATE UNIQUE INDEX building_photo_key ON building_photo USING btree (building_id, "position")
CREATE UNIQUE INDEX change_entry_key ON change_entry USING btree (kind, record_id)
CREATE INDEX change_entry_removed ON change_entry USING btree (at) WHERE (removed = 1)
CREATE INDEX change_entry_seq ON change_entry USING btree (seq, kind, record_id)
CREATE INDEX client_email ON client USING btree (email_key)
CREATE UNIQUE INDEX client_login ON client USING btree (login_key)
CREATE INDEX client_newest ON client USING btree (member, created_at DESC, id)
CREATE UNIQUE INDEX client_pkey ON client USING btree (id)
CREATE INDEX client_trail_client ON client_trail USING btree (client_id, id)
CREATE UNIQUE INDEX client_trail_pkey ON client_trail USING btree (id)
CREATE INDEX deal_latest ON deal USING btree (client_id, dealt_at DESC, id DESC)
CREATE UNIQUE INDEX deal_pkey ON deal USING btree (id)
CREATE INDEX document_newest ON document USING btree (COALESCE(created_at, '-8640000000000000'::bigint) DESC, id)
CREATE UNIQUE INDEX document_pkey ON document USING btree (id)
CREATE UNIQUE INDEX favorite_listing_key ON favorite_listing USING btree (client_id, id_space, listing_id)
CREATE UNIQUE INDEX highest_number_pkey ON highest_number USING btree (kind)
CREATE INDEX idempotent_write_age ON idempotent_write USING btree (created_at)
CREATE UNIQUE INDEX idempotent_write_pkey ON idempotent_write USING btree (id)
CREATE UNIQUE INDEX import_run_pkey ON import_run USING btree (id)
CREATE UNIQUE INDEX kept_field_pk ON kept_field USING btree (kind, id, field)
CREATE INDEX label_name ON label USING btree (name_key)
CREATE UNIQUE INDEX label_pkey ON label USING btree (id)
CREATE INDEX letter_alert ON letter USING btree (alert_id)
CREATE INDEX letter_due ON letter USING btree (state, bulk, next_attempt_at, id)
CREATE UNIQUE INDEX letter_message_id_key ON letter USING btree (message_id)
CREATE UNIQUE INDEX letter_pkey ON letter USING btree (id)
CREATE UNIQUE INDEX link_pkey ON link USING btree (id)
CREATE INDEX link_place ON link USING btree (category_id, sort, id)
CREATE UNIQUE INDEX link_category_pkey ON link_category USING btree (id)
CREATE INDEX listing_building ON listing USING btree (building_id)
CREATE INDEX listing_mls_number ON listing USING btree (mls_no) WHERE (mls_no <> ''::text)
CREATE INDEX listing_openhouse ON listing USING btree (openhouse) WHERE (openhouse <> ''::text)
CREATE INDEX listing_openhouse2 ON listing USING btree (openhouse2) WHERE (openhouse2 <> ''::text)
CREATE UNIQUE INDEX listing_pkey ON listing USING btree (id)
CREATE INDEX listing_tour ON listing USING btree (id) WHERE ((video <> ''::text) OR (video2 <> ''::text))
CREATE INDEX listing_ulid ON listing USING btree (ulid)
CREATE UNIQUE INDEX listing_custom_key ON listing_custom USING btree (listing_id, name)
CREATE INDEX listing_custom_value ON listing_custom USING btree (substr(value, 1, 100), listing_id)
CREATE INDEX listing_history_at ON listing_history USING btree (at, listing_id)
CREATE UNIQUE INDEX listing_history_key ON listing_history USING btree (listing_id, at)
CREATE UNIQUE INDEX listing_label_key ON listing_label USING btree (listing_id, label_id)
CREATE INDEX listing_label_label ON listing_label USING btree (label_id, listing_id)
CREATE INDEX listing_search_building ON listing_search USING btree (building_id, status, price)
CREATE INDEX listing_search_date ON listing_search USING btree (status, updated_at DESC, id)
CREATE UNIQUE INDEX listing_search_pkey ON listing_search USING btree (id)
CREATE INDEX listing_search_place ON listing_search USING btree (neighborhood_id, status, price DESC, id) INCLUDE (beds, bath, rooms, size, type, amenities_low, amenities_high, flags, category, pets, building_id, agent_id, coagent_id, listingagent_id, families, built, taxes, lease_term_min, lease_term_max, cooling, parking, zip, available_on, openhouse_until, updated_at, city)
CREATE INDEX listing_search_point ON listing_search USING btree (status, latitude, longitude) INCLUDE (price, id, beds, bath, type, globe_x, globe_y, globe_z)
CREATE INDEX listing_search_price ON listing_search USING btree (status, price DESC, id) INCLUDE (neighborhood_id, beds, bath, rooms, size, type, amenities_low, amenities_high, flags, category, pets, building_id, agent_id, coagent_id, listingagent_id, families, built, taxes, lease_term_min, lease_term_max, cooling, parking, zip, available_on, openhouse_until, updated_at, city)
CREATE INDEX listing_search_size ON listing_search USING btree (status, size DESC, id)
CREATE UNIQUE INDEX listing_views_pkey ON listing_views USING btree (listing_id)
CREATE UNIQUE INDEX listing_words_pkey ON listing_words USING btree (listing_id)
CREATE INDEX neighborhood_name ON neighborhood USING btree (name_key)
CREATE UNIQUE INDEX neighborhood_pkey ON neighborhood USING btree (id)
CREATE UNIQUE INDEX office_pkey ON office USING btree (id)
CREATE UNIQUE INDEX photo_key ON photo USING btree (listing_id, "position")
CREATE INDEX picture_hash ON picture USING btree (hash)
CREATE UNIQUE INDEX picture_pkey ON picture USING btree (filename)
CREATE INDEX picture_source_filename ON picture_source USING btree (filename)
CREATE UNIQUE INDEX picture_source_pkey ON picture_source USING btree (url_hash)
CREATE INDEX press_agent ON press USING btree (agent_id)
CREATE INDEX press_newest ON press USING btree (COALESCE(published_at, '-8640000000000000'::bigint) DESC, id)
CREATE UNIQUE INDEX press_pkey ON press USING btree (id)
CREATE UNIQUE INDEX pull_minute_key ON pull_minute USING btree (token, minute)
CREATE UNIQUE INDEX pull_picture_key ON pull_picture USING btree (source, listing_id, media_key)
CREATE INDEX pull_picture_rank ON pull_picture USING btree (source, rank, listing_id DESC)
CREATE UNIQUE INDEX pull_reject_key ON pull_reject USING btree (source, resource, key)
CREATE UNIQUE INDEX pull_resource_key ON pull_resource USING btree (source, resource)
CREATE UNIQUE INDEX pull_schedule_pkey ON pull_schedule USING btree (source)
CREATE UNIQUE INDEX pull_source_key ON pull_source USING btree (source)
CREATE UNIQUE INDEX pull_swept_key ON pull_swept USING btree (source, resource, key)
CREATE UNIQUE INDEX pull_token_key ON pull_token USING btree (token)
CREATE INDEX saved_search_client ON saved_search USING btree (client_id, id)
CREATE UNIQUE INDEX saved_search_pkey ON saved_search USING btree (id)
CREATE INDEX saved_search_match_client ON saved_search_match USING btree (client_id)
CREATE UNIQUE INDEX saved_search_match_key ON saved_search_match USING btree (search_id, id_space, listing_id, price)
CREATE INDEX saved_search_match_waiting ON saved_search_match USING btree (search_id, found_at) WHERE (sent_at = 0)
CREATE UNIQUE INDEX saved_search_place_pkey ON saved_search_place USING btree (id_space)
CREATE UNIQUE INDEX schema_step_pkey ON schema_step USING btree (name)
CREATE UNIQUE INDEX source_key_key ON source_key USING btree (kind, source, key)
CREATE UNIQUE INDEX source_key_number ON source_key USING btree (kind, number)
CREATE UNIQUE INDEX team_pkey ON team USING btree (id)
CREATE UNIQUE INDEX team_expects_pkey ON team_expects USING btree (agent_id)
CREATE INDEX team_expects_team ON team_expects USING btree (team_id)
CREATE INDEX testimonial_agent ON testimonial USING btree (agent_id, created_at, id)
CREATE INDEX testimonial_date ON testimonial USING btree (created_at, id)
CREATE UNIQUE INDEX testimonial_pkey ON testimonial USING btree (id)
CREATE INDEX testimonial_team ON testimonial USING btree (team_id, created_at, id)
CREATE INDEX video_agent ON video USING btree (agent_id, sort, id)
CREATE INDEX video_newest ON video USING btree (COALESCE(created_at, '-8640000000000000'::bigint) DESC, id)
CREATE UNIQUE INDEX video_pkey ON video USING btree (id)
CREATE INDEX webhook_attempt_message ON webhook_attempt USING btree (message_id)
CREATE UNIQUE INDEX webhook_attempt_pkey ON webhook_attempt USING btree (id)
CREATE UNIQUE INDEX webhook_endpoint_pkey ON webhook_endpoint USING btree (id)
CREATE UNIQUE INDEX webhook_endpoint_public_id_key ON webhook_endpoint USING btree (public_id)
CREATE INDEX webhook_message_due ON webhook_message USING btree (endpoint_id, state, next_attempt_at, id)
CREATE UNIQUE INDEX webhook_message_pkey ON webhook_message USING btree (id)
CREATE UNIQUE INDEX word_pkey ON word USING btree (id)
CREATE UNIQUE INDEX word_word ON word USING btree (word)
CREATE UNIQUE INDEX word_index_pkey ON word_index USING btree (id)
CREATE UNIQUE INDEX word_posting_key ON word_posting USING btree (word_id, block)

