-- GET /properties?

select "total"."matches", "page"."id", "page"."sorted"
from (
  select count(*) as "matches"
  from "listing_search" as s indexed by "listing_search_size"
  where "s"."status" in (?)
) as "total"
left join (
  select "s"."id", "s"."price" as "sorted"
  from "listing_search" as s indexed by "listing_search_price"
  where "s"."status" in (?)
  order by "s"."price" desc, "s"."id"
  limit ? + 0
  offset ?
) as "page" on true;
