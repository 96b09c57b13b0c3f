-- GET /properties?list=false&facets=status,type,beds,bath,neighborhood,pets,amenities,price,size&cat=1,2&priceMin=1000&amenities=doorman

select count(*) as "matches"
from "listing_search" as s indexed by "listing_search_place"
where "s"."status" in (?)
  and "s"."neighborhood_id" in (?, ?)
  and "s"."amenities_low" & ? = ?
  and "s"."price" >= ?;

select "s"."type", "s"."beds", "s"."bath", "s"."pets", "s"."size"
from "listing_search" as s indexed by "listing_search_place"
where "s"."status" in (?)
  and "s"."neighborhood_id" in (?, ?)
  and "s"."amenities_low" & ? = ?
  and "s"."price" >= ?
limit ? + 0;

select "s"."status", count(*) as "listings"
from "listing_search" as s indexed by "listing_search_place"
where "s"."status" in (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  and "s"."neighborhood_id" in (?, ?)
  and "s"."amenities_low" & ? = ?
  and "s"."price" >= ?
group by "s"."status";

select "s"."neighborhood_id", count(*) as "listings"
from "listing_search" as s indexed by "listing_search_price"
where "s"."status" in (?)
  and "s"."amenities_low" & ? = ?
  and "s"."price" >= ?
group by "s"."neighborhood_id";

select sum(case when "s"."amenities_low" & ? = ? then 1 else 0 end) as "amenity0", sum(case when ("s"."amenities_low" & ? <> 0 or "s"."amenities_high" & ? <> 0) then 1 else 0 end) as "amenity1",
  sum(case when "s"."amenities_low" & ? = ? then 1 else 0 end) as "amenity2", sum(case when "s"."amenities_low" & ? = ? then 1 else 0 end) as "amenity3",
  sum(case when "s"."pets" not in (?, ?) then 1 else 0 end) as "amenity4", sum(case when "s"."amenities_high" & ? = ? then 1 else 0 end) as "amenity5",
  sum(case when "s"."amenities_high" & ? = ? then 1 else 0 end) as "amenity6", sum(case when "s"."amenities_low" & ? = ? then 1 else 0 end) as "amenity7",
  sum(case when "s"."amenities_low" & ? = ? then 1 else 0 end) as "amenity8", sum(case when "s"."amenities_low" & ? = ? then 1 else 0 end) as "amenity9",
  sum(case when "s"."amenities_high" & ? = ? then 1 else 0 end) as "amenity10", sum(case when "s"."amenities_high" & ? = ? then 1 else 0 end) as "amenity11",
  sum(case when "s"."amenities_high" & ? = ? then 1 else 0 end) as "amenity12", sum(case when "s"."amenities_low" & ? = ? then 1 else 0 end) as "amenity13"
from "listing_search" as s indexed by "listing_search_place"
where "s"."status" in (?)
  and "s"."neighborhood_id" in (?, ?)
  and "s"."price" >= ?;

select "s"."price", count(*) as "listings"
from "listing_search" as s indexed by "listing_search_place"
where "s"."status" in (?)
  and "s"."neighborhood_id" in (?, ?)
  and "s"."amenities_low" & ? = ?
group by "s"."price";
