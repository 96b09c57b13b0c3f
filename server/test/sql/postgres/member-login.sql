-- GET /account/getVerifiedStatus

select *
from "client_acme"."client"
where "login_key" = $1;
