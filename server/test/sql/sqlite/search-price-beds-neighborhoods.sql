-- GET /properties?priceMin=1000&priceMax=9000&bedsMin=1&bedsMax=3&cat=1,2,3

select "s"."id", "s"."price" as "sorted"
from "listing_search" as s indexed by "listing_search_place"
where "s"."status" in (?)
  and "s"."neighborhood_id" in (?, ?, ?, ?)
  and "s"."price" >= ?
  and "s"."price" <= ?
  and "s"."beds" >= ?
  and "s"."beds" <= ?
limit ? + 0;

select "total"."matches", "page"."id", "page"."sorted"
from (
  select count(*) as "matches"
  from "listing_search" as s indexed by "listing_search_place"
  where "s"."status" in (?)
    and "s"."neighborhood_id" in (?, ?, ?, ?)
    and "s"."price" >= ?
    and "s"."price" <= ?
    and "s"."beds" >= ?
    and "s"."beds" <= ?
) as "total"
left join (
  select "s"."id", "s"."price" as "sorted"
  from "listing_search" as s indexed by "listing_search_price"
  where "s"."status" in (?)
    and "s"."neighborhood_id" in (?, ?, ?, ?)
    and "s"."price" >= ?
    and "s"."price" <= ?
    and "s"."beds" >= ?
    and "s"."beds" <= ?
  order by "s"."price" desc, "s"."id"
  limit ? + 0
  offset ?
) as "page" on true;
