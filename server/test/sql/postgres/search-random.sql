-- GET /properties/random/10?cat=1,2&bedsMin=1

select "s"."id"
from "client_acme"."listing_search" as "s"
where "s"."status" in ($1)
  and "s"."neighborhood_id" in ($2, $3)
  and "s"."price" <= $4
  and "s"."beds" >= $5
  and "s"."beds" <= $6
order by random()
limit $7;
