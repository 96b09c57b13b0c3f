-- Each read with an entity tag

select "number", "views"
from "revision";
