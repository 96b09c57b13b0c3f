-- GET /properties?amenities=doorman,dishwasher&status=1,2

select "total"."matches", "page"."id", "page"."sorted"
from (
  select count(*) as "matches"
  from "listing_search" as s indexed by "listing_search_price"
  where "s"."status" in (?, ?)
    and "s"."amenities_low" & ? = ?
) as "total"
left join (
  select "best"."id", "best"."sorted"
  from (
    select *
    from (
      select "s"."id", "s"."price" as "sorted"
      from "listing_search" as s indexed by "listing_search_price"
      where "s"."status" in (?)
        and "s"."amenities_low" & ? = ?
      order by "s"."price" desc, "s"."id"
      limit ? + 0
      offset ?
    ) as "part"
    union all select *
    from (
      select "s"."id", "s"."price" as "sorted"
      from "listing_search" as s indexed by "listing_search_price"
      where "s"."status" in (?)
        and "s"."amenities_low" & ? = ?
      order by "s"."price" desc, "s"."id"
      limit ? + 0
      offset ?
    ) as "part"
  ) as "best"
  order by "best"."sorted" desc, "best"."id"
  limit ? + 0
  offset ?
) as "page" on true;
