import { LEASE_MS, WINDOW_MS } from './counters.js';

/*
 * The scripts that Redis runs, each in one step without other commands in between.
 *
 * Times are whole microseconds of Redis' own clock, the one clock that all processes share; tests that
 * control time pass their own as an argument. They stay below 2^53, so that a score, which is a double,
 * holds them exactly. `string.format` writes them, as Lua alone would round them to fourteen digits.
 *
 * Every key expires by itself, so that idle subjects take no memory.
 */

/** How long a process counts as alive after its last heartbeat, in milliseconds. */
export const HEARTBEAT_MS = 5_000;

/** A little longer than counts of calls are of use, in milliseconds. */
const CALLS_KEPT_MS = LEASE_MS + 5_000;

/** The beginning of every script. */
export const TIME = `
local function text(number) return string.format('%.0f', number) end
local function current(given)
  if given ~= '' then return tonumber(given) end
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000000 + tonumber(time[2])
end
-- Drops what has left the window. A clock that was set back leaves times that are still to come:
-- they become the present, so that they count for a whole span at most.
local function tidy(key, now, span)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', text(now - span))
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', key, '(' .. text(now), '+inf')) do
    redis.call('ZADD', key, text(now), id)
  end
end
-- How long until a place comes free in a window that is full.
local function untilFree(key, now, span, used, limit)
  local oldest = redis.call('ZRANGE', key, used - limit, used - limit, 'WITHSCORES')
  return tonumber(oldest[2]) + span - now
end
`;

/** Frees slots whose lease has ended or whose process is gone. */
const SLOTS = `
local function freeSlots(key, now, lease, processes, own)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', text(now))
  for _, id in ipairs(redis.call('ZRANGEBYSCORE', key, '(' .. text(now + lease), '+inf')) do
    redis.call('ZADD', key, text(now + lease), id)
  end
  for _, id in ipairs(redis.call('ZRANGE', key, 0, -1)) do
    local process = string.match(id, '^[^:]+')
    if process ~= own and redis.call('EXISTS', processes .. process) == 0 then
      redis.call('ZREM', key, id)
    end
  end
end
`;

/**
 * Checks a call against the limits and counts it.
 *
 * Keys: the subject's calls of the last second, its slots, the heartbeat of the asking process.
 * Arguments: time or '', prefix of heartbeats, process, connection number, call, limit per second,
 * limit in flight. Answer: verdict (0 admitted, 1 rate, 2 simultaneous, 3 sent over a connection that
 * was given up), microseconds to wait, calls in the second, slots in use.
 */
export const ADMIT = `${TIME}${SLOTS}
local span, lease = ${WINDOW_MS * 1000}, ${LEASE_MS * 1000}
local newest = tonumber(redis.call('GET', KEYS[3]) or '0')
if newest > tonumber(ARGV[4]) then return { 3, 0, 0, 0 } end
redis.call('SET', KEYS[3], ARGV[4], 'PX', ${HEARTBEAT_MS})
local now = current(ARGV[1])
tidy(KEYS[1], now, span)
freeSlots(KEYS[2], now, lease, ARGV[2], ARGV[3])
local used, held = redis.call('ZCARD', KEYS[1]), redis.call('ZCARD', KEYS[2])
local perSecond, inFlight = tonumber(ARGV[6]), tonumber(ARGV[7])
if used >= perSecond then
  return { 1, untilFree(KEYS[1], now, span, used, perSecond), used, held }
end
if held >= inFlight then return { 2, 0, used, held } end
local id = ARGV[3] .. ':' .. ARGV[5]
redis.call('ZADD', KEYS[1], text(now), id)
redis.call('ZADD', KEYS[2], text(now + lease), id)
redis.call('PEXPIRE', KEYS[1], ${CALLS_KEPT_MS})
redis.call('PEXPIRE', KEYS[2], ${CALLS_KEPT_MS})
return { 0, 0, used + 1, held + 1 }
`;

/**
 * Counts calls that a process admitted while Redis was away, or that a Redis which lost its data has
 * forgotten. Calls that Redis has stay unchanged.
 *
 * Keys: those of {@link ADMIT} without the heartbeat. Arguments: time or '', then for each call its id,
 * its age in microseconds and whether it is under way (1 or 0).
 */
export const ADOPT = `${TIME}
local span, lease = ${WINDOW_MS * 1000}, ${LEASE_MS * 1000}
local now = current(ARGV[1])
for at = 2, #ARGV, 3 do
  local id, age = ARGV[at], tonumber(ARGV[at + 1])
  if age < span then redis.call('ZADD', KEYS[1], 'NX', text(now - age), id) end
  if ARGV[at + 2] == '1' then redis.call('ZADD', KEYS[2], 'NX', text(now - age + lease), id) end
end
redis.call('PEXPIRE', KEYS[1], ${CALLS_KEPT_MS})
redis.call('PEXPIRE', KEYS[2], ${CALLS_KEPT_MS})
`;

/**
 * Counts an event in a sliding window if it fits.
 *
 * Key: the events. Arguments: time or '', length of the window in microseconds, limit, id of the event
 * or '' to ask only. Answer: microseconds to wait, 0 if it fits.
 */
export const TAKE = `${TIME}
local now, span, limit = current(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
tidy(KEYS[1], now, span)
local used = redis.call('ZCARD', KEYS[1])
if used >= limit then return untilFree(KEYS[1], now, span, used, limit) end
if ARGV[4] ~= '' then
  redis.call('ZADD', KEYS[1], text(now), ARGV[4])
  redis.call('PEXPIRE', KEYS[1], math.ceil(span / 1000) + 5000)
end
return 0
`;
