-- Each read with an entity tag

select "number", "views"
from "client_acme"."revision";
