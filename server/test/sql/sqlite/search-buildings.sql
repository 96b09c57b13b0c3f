-- GET /buildings?cat=1,2&hasListings=true

select count(*) as "total"
from "building"
where ("building"."neighborhood_id" in (?, ?) and exists (
  select "s"."id"
  from "listing_search" as "s"
  where "s"."building_id" = "building"."id"
    and "s"."status" in (?, ?)
));

select "building".*, (
  select count(*) as "photos"
  from "building_photo" as "photo"
  where "photo"."building_id" = "building"."id"
) as "imgcount"
from "building"
where ("building"."neighborhood_id" in (?, ?) and exists (
  select "s"."id"
  from "listing_search" as "s"
  where "s"."building_id" = "building"."id"
    and "s"."status" in (?, ?)
))
order by "building"."id"
limit ? + 0
offset ?;

select "s"."building_id", "s"."status", min("s"."price") as "least", max("s"."price") as "most"
from "listing_search" as "s"
where "s"."building_id" in (?)
  and "s"."status" in (?, ?)
  and "s"."price" > ?
group by "s"."building_id", "s"."status";
