-- The first call with a key

select *
from "portico_directory"."api_key"
where "hash" = $1;
