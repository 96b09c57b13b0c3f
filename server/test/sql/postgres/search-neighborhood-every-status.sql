-- GET /properties?cat=1&status=1,2,11,12,21,19,22

select count(*) as "matches"
from "client_acme"."listing_search" as "s"
where "s"."status" in ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  and "s"."neighborhood_id" in ($11);

select "s"."id", "s"."price" as "sorted"
from "client_acme"."listing_search" as "s"
where "s"."status" in ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  and "s"."neighborhood_id" in ($11)
order by "s"."price" desc, "s"."id"
limit $12
offset $13;
