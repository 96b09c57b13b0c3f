-- GET /properties?priceMin=1000&priceMax=1100&bedsMin=1&cat=1,2,3

select "s"."id", "s"."price" as "sorted"
from "listing_search" as s indexed by "listing_search_place"
where "s"."status" in (?)
  and "s"."neighborhood_id" in (?, ?, ?, ?)
  and "s"."price" >= ?
  and "s"."price" <= ?
  and "s"."beds" >= ?
limit ? + 0;
