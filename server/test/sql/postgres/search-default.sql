-- GET /properties?

select "total"."matches", "page"."id", "page"."sorted"
from (
  select count(*) as "matches"
  from "client_acme"."listing_search" as "s"
  where "s"."status" in ($1)
) as "total"
left join (
  select "s"."id", "s"."price" as "sorted"
  from "client_acme"."listing_search" as "s"
  where "s"."status" in ($2)
  order by "s"."price" desc, "s"."id"
  limit $3
  offset $4
) as "page" on true;
