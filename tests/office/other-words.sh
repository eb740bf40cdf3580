# A back office that is driven by commands: sends an action with its values, and prints the answer. Arguments: address, action, values.
# An answer begins with the exit code. There are some hundred commands, and a program in Node would take longer to start than the rest.
address=$1
action=$2
shift 2
for value do
  set -- "$@" --data-urlencode "value=$value"
  shift
done
answer=$(curl --silent --show-error "$@" "$address/$action") || exit 1
printf %s "${answer#* }"
exit "${answer%% *}"
