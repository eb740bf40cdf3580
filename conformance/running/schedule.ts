/** How many scenarios run at once. */
export interface ScheduleLimits {
  /** The limit for scenarios that share a target. */
  readonly shared: number
  /** The limit for scenarios that each get a target of their own. */
  readonly exclusive: number
}

export interface ScheduleOptions<T> {
  /** True where each lease for a scenario that is exclusive gets a target of its own. */
  readonly isolates: boolean
  readonly limits: ScheduleLimits
  /**
   * Asked before each start: how many scenarios may share the target now, from the first one on. Undefined means `limits.shared`.
   */
  sharing?(): number | undefined
  /**
   * True where the first items matter most: only a few of them share the target at first, so that they end before others. The more have
   * ended, the more share it. It does not where `sharing` says how many may.
   */
  readonly widens?: boolean
  /** Asked before each start: true for an item that starts before all others. */
  isFirst?(item: T): boolean
  /** Asked before each start. Once it returns true, no further item starts. */
  stopped(): boolean
}

/** How many items share a target at first, where their number widens. */
const AT_FIRST = 4
/** How many more may share it for each that has ended. */
const WIDER = 0.5

/**
 * Performs all items and resolves when the last one has ended. Shared items run side by side. Items that are exclusive also run
 * side by side if the target isolates them. Otherwise they run one after the other, after all shared items have ended.
 */
export async function schedule<T extends { readonly exclusive: boolean }>(
  items: readonly T[],
  options: ScheduleOptions<T>,
  perform: (item: T) => Promise<void>,
): Promise<void> {
  const shared = items.filter((item) => !item.exclusive)
  const exclusive = items.filter((item) => item.exclusive)
  const pool = (work: readonly T[], limit: (ended: number) => number) => drain(work, limit, options, perform)
  const sharing = (ended: number) => {
    const bears = options.sharing?.()
    const most = Math.max(1, bears ?? options.limits.shared)
    const isWidened = options.widens === true && bears === undefined
    return isWidened ? Math.min(most, AT_FIRST + Math.floor(ended * WIDER)) : most
  }
  if (options.isolates) {
    await Promise.all([pool(shared, sharing), pool(exclusive, () => options.limits.exclusive)])
  } else {
    await pool(shared, sharing)
    await pool(exclusive, () => 1)
  }
}

async function drain<T>(
  items: readonly T[],
  limit: (ended: number) => number,
  { stopped, isFirst = () => false }: Pick<ScheduleOptions<T>, 'stopped' | 'isFirst'>,
  perform: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const left = [...items]
  const hasRoom = () => running.size < limit(items.length - left.length - running.size)
  while (left.length > 0) {
    while (!hasRoom()) await Promise.race(running)
    if (stopped()) break
    const [item] = left.splice(Math.max(left.findIndex(isFirst), 0), 1)
    if (item === undefined) break
    const task = perform(item).finally(() => running.delete(task))
    running.add(task)
    // `Promise.all` below throws the failure. This only avoids an unhandled rejection.
    task.catch(() => undefined)
  }
  await Promise.all(running)
}
