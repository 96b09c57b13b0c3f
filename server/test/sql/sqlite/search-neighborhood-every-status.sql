-- GET /properties?cat=1&status=1,2,11,12,21,19,22

select count(*) as "matches"
from "listing_search" as s indexed by "listing_search_place"
where "s"."status" in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  and "s"."neighborhood_id" in (?);

select "s"."id", "s"."price" as "sorted"
from "listing_search" as s indexed by "listing_search_place"
where "s"."status" in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  and "s"."neighborhood_id" in (?)
order by "s"."price" desc, "s"."id"
limit ? + 0
offset ?;
