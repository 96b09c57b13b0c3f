-- GET /properties?addDescription=true

select "n"."name" as "neighborhood", "b"."house" as "b_house", "b"."address" as "b_address", "b"."zip" as "b_zip",
  "b"."latitude" as "b_latitude", "b"."longitude" as "b_longitude", "b"."units" as "b_units", "b"."subwayline" as "b_subwayline",
  "b"."city" as "b_city", "b"."state" as "b_state", "b"."built" as "b_built", "b"."families" as "b_families",
  "a"."email" as "a_email", "a"."firstname" as "a_firstname", "a"."lastname" as "a_lastname", "a"."mobile" as "a_mobile",
  "a"."phone" as "a_phone", "a"."image" as "a_image", "c"."email" as "c_email", "c"."firstname" as "c_firstname",
  "c"."lastname" as "c_lastname", "c"."mobile" as "c_mobile", "c"."phone" as "c_phone", "c"."image" as "c_image",
  "g"."email" as "g_email", "g"."firstname" as "g_firstname", "g"."lastname" as "g_lastname", "g"."mobile" as "g_mobile",
  "g"."phone" as "g_phone", "g"."image" as "g_image", "l"."id", "l"."building_id", "l"."neighborhood_id",
  "l"."agent_id", "l"."coagent_id", "l"."listingagent_id", "l"."status", "l"."type", "l"."category",
  "l"."house", "l"."street", "l"."apt", "l"."cross_streets", "l"."hide_address", "l"."web_title",
  "l"."available", "l"."bath", "l"."beds", "l"."floor", "l"."by_appointment", "l"."pets", "l"."rooms",
  "l"."size", "l"."video", "l"."video2", "l"."partner_video", "l"."amenities_low", "l"."amenities_high",
  "l"."developments", "l"."featured", "l"."openhouse", "l"."openhouseend", "l"."openhouse2", "l"."openhouseend2",
  "l"."concession", "l"."downpayment", "l"."fee", "l"."freemonth", "l"."maintenance", "l"."monthsfreereqminlease",
  "l"."price", "l"."taxes", "l"."idx", "l"."vow", "l"."mls_no", "l"."lease_term_min", "l"."lease_term_max",
  "l"."updated_at", "l"."zip", "l"."latitude", "l"."longitude", "l"."units", "l"."subway", "l"."city",
  "l"."built", "l"."families", "l"."image", "l"."images", "l"."description"
from "listing" as "l"
left join "building" as "b" on "b"."id" = "l"."building_id"
left join "neighborhood" as "n" on "n"."id" = "l"."neighborhood_id"
left join "agent" as "a" on "a"."id" = "l"."agent_id"
left join "agent" as "c" on "c"."id" = "l"."coagent_id"
left join "agent" as "g" on "g"."id" = "l"."listingagent_id"
where "l"."id" in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
