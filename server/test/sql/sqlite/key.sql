-- The first call with a key

select *
from "api_key"
where "hash" = ?;
