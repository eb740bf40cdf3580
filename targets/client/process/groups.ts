/** Process ids of group leaders that have not been ended yet. */
const live = new Set<number>()
let watched = false

/** Ends all of them when this process itself ends, in every way of which it is still notified. */
function watch(): void {
  if (watched) return
  watched = true
  process.on('exit', () => {
    for (const pid of live) signalGroup(pid, 'SIGKILL')
  })
}

/** Notes a process that was started as the leader of a group. */
export function noteGroup(pid: number): void {
  watch()
  live.add(pid)
}

/** Ends a process with its children, at once. */
export function endGroup(pid: number): void {
  live.delete(pid)
  signalGroup(pid, 'SIGKILL')
}

/** Sends a signal to a process and its children; ignores those that have ended already. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal)
  } catch {}
}
