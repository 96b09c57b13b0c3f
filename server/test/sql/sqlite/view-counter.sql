-- POST /properties/viewCounter/

insert into "listing_views" ("listing_id", "views") select "listing"."id", 1 as "views"
from "listing"
where "listing"."id" = ?
on conflict ("listing_id")
do update
set "views" = "listing_views"."views" + ?
returning "views";

update "revision"
set "views" = "views" + ?;
