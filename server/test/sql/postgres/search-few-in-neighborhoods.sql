-- GET /properties?priceMin=1000&priceMax=1100&bedsMin=1&cat=1,2,3

select "s"."id", "s"."price" as "sorted"
from "client_acme"."listing_search" as "s"
where "s"."status" in ($1)
  and "s"."neighborhood_id" in ($2, $3, $4, $5)
  and "s"."price" >= $6
  and "s"."price" <= $7
  and "s"."beds" >= $8
limit $9;
