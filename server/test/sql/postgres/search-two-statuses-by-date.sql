-- GET /properties?status=2,19&sort=date

select "total"."matches", "page"."id", "page"."sorted"
from (
  select count(*) as "matches"
  from "client_acme"."listing_search" as "s"
  where "s"."status" in ($1, $2)
) as "total"
left join (
  select "best"."id", "best"."sorted"
  from (
    select *
    from (
      select "s"."id", "s"."updated_at" as "sorted"
      from "client_acme"."listing_search" as "s"
      where "s"."status" in ($3)
      order by "s"."updated_at" desc, "s"."id"
      limit $4
      offset $5
    ) as "part"
    union all select *
    from (
      select "s"."id", "s"."updated_at" as "sorted"
      from "client_acme"."listing_search" as "s"
      where "s"."status" in ($6)
      order by "s"."updated_at" desc, "s"."id"
      limit $7
      offset $8
    ) as "part"
  ) as "best"
  order by "best"."sorted" desc, "best"."id"
  limit $9
  offset $10
) as "page" on true;
