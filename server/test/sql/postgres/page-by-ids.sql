-- GET /properties?addDescription=true

select "n"."name" as "neighborhood", "b"."house" as "b_house", "b"."address" as "b_address", "b"."zip" as "b_zip",
  "b"."latitude" as "b_latitude", "b"."longitude" as "b_longitude", "b"."units" as "b_units", "b"."subwayline" as "b_subwayline",
  "b"."city" as "b_city", "b"."state" as "b_state", "b"."built" as "b_built", "b"."families" as "b_families",
  "a"."email" as "a_email", "a"."firstname" as "a_firstname", "a"."lastname" as "a_lastname", "a"."mobile" as "a_mobile",
  "a"."phone" as "a_phone", "a"."image" as "a_image", "c"."email" as "c_email", "c"."firstname" as "c_firstname",
  "c"."lastname" as "c_lastname", "c"."mobile" as "c_mobile", "c"."phone" as "c_phone", "c"."image" as "c_image",
  "g"."email" as "g_email", "g"."firstname" as "g_firstname", "g"."lastname" as "g_lastname", "g"."mobile" as "g_mobile",
  "g"."phone" as "g_phone", "g"."image" as "g_image", "l"."available", "l"."built", "l"."city", "l"."updated_at",
  "l"."web_title", "l"."families", "l"."lease_term_min", "l"."lease_term_max", "l"."bath", "l"."beds",
  "l"."rooms", "l"."size", "l"."type", "l"."units", "l"."featured", "l"."price", "l"."id", "l"."status",
  "l"."building_id", "l"."floor", "l"."by_appointment", "l"."pets", "l"."subway", "l"."video", "l"."developments",
  "l"."latitude", "l"."longitude", "l"."concession", "l"."downpayment", "l"."fee", "l"."freemonth",
  "l"."maintenance", "l"."monthsfreereqminlease", "l"."taxes", "l"."idx", "l"."apt", "l"."category",
  "l"."cross_streets", "l"."hide_address", "l"."house", "l"."street", "l"."zip", "l"."mls_no", "l"."vow",
  "l"."agent_id", "l"."coagent_id", "l"."listingagent_id", "l"."video2", "l"."partner_video", "l"."openhouse",
  "l"."openhouseend", "l"."openhouse2", "l"."openhouseend2", "l"."neighborhood_id", "l"."amenities_low",
  "l"."amenities_high", "l"."image", "l"."images", "l"."description"
from "client_acme"."listing" as "l"
left join "client_acme"."building" as "b" on "b"."id" = "l"."building_id"
left join "client_acme"."neighborhood" as "n" on "n"."id" = "l"."neighborhood_id"
left join "client_acme"."agent" as "a" on "a"."id" = "l"."agent_id"
left join "client_acme"."agent" as "c" on "c"."id" = "l"."coagent_id"
left join "client_acme"."agent" as "g" on "g"."id" = "l"."listingagent_id"
where "l"."id" in ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10);
