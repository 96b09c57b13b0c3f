-- GET /properties/random/10?cat=1,2&bedsMin=1

select "s"."id"
from "listing_search" as s indexed by "listing_search_place"
where "s"."status" in (?)
  and "s"."neighborhood_id" in (?, ?)
  and "s"."price" <= ?
  and "s"."beds" >= ?
  and "s"."beds" <= ?
order by random()
limit ? + 0;
