import type { Behaviour } from './fake.ts'

interface Limit {
  /** Says whether one more may come in now, in milliseconds, or how long to wait until one may. */
  room(now: number): number
  readonly status?: number
  /** The value of Retry-After; default none. */
  says?(waitMs: number): string
  /** True where readings of the effects count too. */
  readonly ofAll?: true
}

const inSeconds = (waitMs: number) => String(Math.ceil(waitMs / 1000))

function limiting({ room, status = 429, says, ofAll }: Limit): Partial<Behaviour> {
  return {
    admits(method) {
      if (method === 'GET' && ofAll !== true) return undefined
      const waitMs = room(Date.now())
      if (waitMs <= 0) return undefined
      return { status, headers: says === undefined ? {} : { 'retry-after': says(waitMs) } }
    },
  }
}

/** A number of requests in each window, counted anew at its beginning. */
function fixed(most: number, windowMs: number) {
  let [began, count] = [0, 0]
  return (now: number) => {
    if (now - began >= windowMs) [began, count] = [now, 0]
    count += 1
    return count > most ? began + windowMs - now : 0
  }
}

/** A number of requests in any time as long as a window. */
function sliding(most: number, windowMs: number) {
  let times: number[] = []
  return (now: number) => {
    times = times.filter((time) => time > now - windowMs)
    if (times.length >= most) return (times[0] ?? now) + windowMs - now
    times.push(now)
    return 0
  }
}

/** A store of requests that fills at a steady rate. */
function bucket(most: number, eachMs: number) {
  let [left, at] = [most, Date.now()]
  return (now: number) => {
    left = Math.min(most, left + (now - at) / eachMs)
    at = now
    if (left < 1) return (1 - left) * eachMs
    left -= 1
    return 0
  }
}

/** Right receivers behind gateways that limit the rate, faster ones than are usual so that a test may wait for them. */
export const limits: Readonly<Record<string, Partial<Behaviour>>> = {
  'lets in forty in two seconds and says when': limiting({ room: fixed(40, 2000), says: inSeconds }),
  'lets in forty in two seconds and does not say when': limiting({ room: fixed(40, 2000) }),
  'lets in forty in two seconds and answers others with 503': limiting({
    ...{ room: fixed(40, 2000), says: inSeconds, status: 503 },
  }),
  'lets in forty in any two seconds and says when by a date': limiting({
    room: sliding(40, 2000),
    says: (waitMs) => new Date(Date.now() + waitMs + 999).toUTCString(),
  }),
  'lets in ten at once and twenty a second': limiting({ room: bucket(10, 50), says: inSeconds }),
  'lets in forty readings and deliveries in two seconds': limiting({
    ...{ room: fixed(40, 2000), says: inSeconds, ofAll: true },
  }),
}
