-- GET /properties?priceMin=1000&priceMax=9000&bedsMin=1&bedsMax=3&cat=1,2,3

select "s"."id", "s"."price" as "sorted"
from "client_acme"."listing_search" as "s"
where "s"."status" in ($1)
  and "s"."neighborhood_id" in ($2, $3, $4, $5)
  and "s"."price" >= $6
  and "s"."price" <= $7
  and "s"."beds" >= $8
  and "s"."beds" <= $9
limit $10;

select "total"."matches", "page"."id", "page"."sorted"
from (
  select count(*) as "matches"
  from "client_acme"."listing_search" as "s"
  where "s"."status" in ($1)
    and "s"."neighborhood_id" in ($2, $3, $4, $5)
    and "s"."price" >= $6
    and "s"."price" <= $7
    and "s"."beds" >= $8
    and "s"."beds" <= $9
) as "total"
left join (
  select "s"."id", "s"."price" as "sorted"
  from "client_acme"."listing_search" as "s"
  where "s"."status" in ($10)
    and "s"."neighborhood_id" in ($11, $12, $13, $14)
    and "s"."price" >= $15
    and "s"."price" <= $16
    and "s"."beds" >= $17
    and "s"."beds" <= $18
  order by "s"."price" desc, "s"."id"
  limit $19
  offset $20
) as "page" on true;
