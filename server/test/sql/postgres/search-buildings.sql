-- GET /buildings?cat=1,2&hasListings=true

select count(*) as "total"
from "client_acme"."building"
where ("client_acme"."building"."neighborhood_id" in ($1, $2) and exists (
  select "s"."id"
  from "client_acme"."listing_search" as "s"
  where "s"."building_id" = "client_acme"."building"."id"
    and "s"."status" in ($3, $4)
));

select "client_acme"."building".*, (
  select count(*) as "photos"
  from "client_acme"."building_photo" as "photo"
  where "photo"."building_id" = "client_acme"."building"."id"
) as "imgcount"
from "client_acme"."building"
where ("client_acme"."building"."neighborhood_id" in ($1, $2) and exists (
  select "s"."id"
  from "client_acme"."listing_search" as "s"
  where "s"."building_id" = "client_acme"."building"."id"
    and "s"."status" in ($3, $4)
))
order by "client_acme"."building"."id"
limit $5
offset $6;

select "s"."building_id", "s"."status", min("s"."price") as "least", max("s"."price") as "most"
from "client_acme"."listing_search" as "s"
where "s"."building_id" in ($1)
  and "s"."status" in ($2, $3)
  and "s"."price" > $4
group by "s"."building_id", "s"."status";
