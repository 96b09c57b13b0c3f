-- Each read with an entity tag

select "number", "views", "refreshed_at"
from "revision";
