-- GET /properties?status=19&sort=size

select "total"."matches", "page"."id", "page"."sorted"
from (
  select count(*) as "matches"
  from "listing_search" as s indexed by "listing_search_size"
  where "s"."status" in (?)
) as "total"
left join (
  select "s"."id", "s"."size" as "sorted"
  from "listing_search" as s indexed by "listing_search_size"
  where "s"."status" in (?)
  order by "s"."size" desc, "s"."id"
  limit ? + 0
  offset ?
) as "page" on true;
