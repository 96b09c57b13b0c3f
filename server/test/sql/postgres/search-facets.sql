-- GET /properties?list=false&facets=status,type,beds,bath,neighborhood,pets,amenities,price,size&cat=1,2&priceMin=1000&amenities=doorman

select count(*) as "matches"
from "client_acme"."listing_search" as "s"
where "s"."status" in ($1)
  and "s"."neighborhood_id" in ($2, $3)
  and "s"."amenities_low" & $4 = $5
  and "s"."price" >= $6;

select "s"."type", "s"."beds", "s"."bath", "s"."pets", "s"."size"
from "client_acme"."listing_search" as "s"
where "s"."status" in ($1)
  and "s"."neighborhood_id" in ($2, $3)
  and "s"."amenities_low" & $4 = $5
  and "s"."price" >= $6
limit $7;

select "s"."status", count(*) as "listings"
from "client_acme"."listing_search" as "s"
where "s"."status" in ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  and "s"."neighborhood_id" in ($11, $12)
  and "s"."amenities_low" & $13 = $14
  and "s"."price" >= $15
group by "s"."status";

select "s"."neighborhood_id", count(*) as "listings"
from "client_acme"."listing_search" as "s"
where "s"."status" in ($1)
  and "s"."amenities_low" & $2 = $3
  and "s"."price" >= $4
group by "s"."neighborhood_id";

select sum(case when "s"."amenities_low" & $1 = $2 then 1 else 0 end) as "amenity0", sum(case when ("s"."amenities_low" & $3 <> 0 or "s"."amenities_high" & $4 <> 0) then 1 else 0 end) as "amenity1",
  sum(case when "s"."amenities_low" & $5 = $6 then 1 else 0 end) as "amenity2", sum(case when "s"."amenities_low" & $7 = $8 then 1 else 0 end) as "amenity3",
  sum(case when "s"."pets" not in ($9, $10) then 1 else 0 end) as "amenity4", sum(case when "s"."amenities_high" & $11 = $12 then 1 else 0 end) as "amenity5",
  sum(case when "s"."amenities_high" & $13 = $14 then 1 else 0 end) as "amenity6", sum(case when "s"."amenities_low" & $15 = $16 then 1 else 0 end) as "amenity7",
  sum(case when "s"."amenities_low" & $17 = $18 then 1 else 0 end) as "amenity8", sum(case when "s"."amenities_low" & $19 = $20 then 1 else 0 end) as "amenity9",
  sum(case when "s"."amenities_high" & $21 = $22 then 1 else 0 end) as "amenity10", sum(case when "s"."amenities_high" & $23 = $24 then 1 else 0 end) as "amenity11",
  sum(case when "s"."amenities_high" & $25 = $26 then 1 else 0 end) as "amenity12", sum(case when "s"."amenities_low" & $27 = $28 then 1 else 0 end) as "amenity13"
from "client_acme"."listing_search" as "s"
where "s"."status" in ($29)
  and "s"."neighborhood_id" in ($30, $31)
  and "s"."price" >= $32;

select "s"."price", count(*) as "listings"
from "client_acme"."listing_search" as "s"
where "s"."status" in ($1)
  and "s"."neighborhood_id" in ($2, $3)
  and "s"."amenities_low" & $4 = $5
group by "s"."price";
