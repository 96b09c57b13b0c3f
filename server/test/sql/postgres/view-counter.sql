-- POST /properties/viewCounter/

insert into "client_acme"."listing_views" ("listing_id", "views") select "client_acme"."listing"."id",
  1 as "views"
from "client_acme"."listing"
where "client_acme"."listing"."id" = $1
on conflict ("listing_id")
do update
set "views" = "client_acme"."listing_views"."views" + $2
returning "views";

update "client_acme"."revision"
set "views" = "views" + $1;
