-- GET /account/getVerifiedStatus

select *
from "client"
where "login_key" = ?;
