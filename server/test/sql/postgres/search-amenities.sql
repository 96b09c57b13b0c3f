-- GET /properties?amenities=doorman,dishwasher&status=1,2

select "total"."matches", "page"."id", "page"."sorted"
from (
  select count(*) as "matches"
  from "client_acme"."listing_search" as "s"
  where "s"."status" in ($1, $2)
    and "s"."amenities_low" & $3 = $4
) as "total"
left join (
  select "best"."id", "best"."sorted"
  from (
    select *
    from (
      select "s"."id", "s"."price" as "sorted"
      from "client_acme"."listing_search" as "s"
      where "s"."status" in ($5)
        and "s"."amenities_low" & $6 = $7
      order by "s"."price" desc, "s"."id"
      limit $8
      offset $9
    ) as "part"
    union all select *
    from (
      select "s"."id", "s"."price" as "sorted"
      from "client_acme"."listing_search" as "s"
      where "s"."status" in ($10)
        and "s"."amenities_low" & $11 = $12
      order by "s"."price" desc, "s"."id"
      limit $13
      offset $14
    ) as "part"
  ) as "best"
  order by "best"."sorted" desc, "best"."id"
  limit $15
  offset $16
) as "page" on true;
