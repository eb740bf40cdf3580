/** Processes that lead a group of their own, and that have not been ended yet. */
const live = new Set<number>()
let watched = false

/** Ends what is left when this process itself ends, in whatever way it is still told of. */
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

/** Sends a signal to a process and its children; those that are gone are gone. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal)
  } catch {}
}
