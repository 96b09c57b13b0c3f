-- GET /properties?status=2,19&sort=date

select "total"."matches", "page"."id", "page"."sorted"
from (
  select count(*) as "matches"
  from "listing_search" as s indexed by "listing_search_size"
  where "s"."status" in (?, ?)
) as "total"
left join (
  select "best"."id", "best"."sorted"
  from (
    select *
    from (
      select "s"."id", "s"."updated_at" as "sorted"
      from "listing_search" as s indexed by "listing_search_date"
      where "s"."status" in (?)
      order by "s"."updated_at" desc, "s"."id"
      limit ? + 0
      offset ?
    ) as "part"
    union all select *
    from (
      select "s"."id", "s"."updated_at" as "sorted"
      from "listing_search" as s indexed by "listing_search_date"
      where "s"."status" in (?)
      order by "s"."updated_at" desc, "s"."id"
      limit ? + 0
      offset ?
    ) as "part"
  ) as "best"
  order by "best"."sorted" desc, "best"."id"
  limit ? + 0
  offset ?
) as "page" on true;
