/** Something that holds until it is disposed of; disposing of it again does nothing. */
export function disposableOnce(release: () => void): Disposable {
  let pending: typeof release | undefined = release
  return {
    [Symbol.dispose]() {
      const now = pending
      pending = undefined
      now?.()
    },
  }
}
