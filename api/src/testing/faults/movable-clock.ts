/** Preloaded into a server (`node --import`): moves its clock by the milliseconds that the parent process sends. */
let offset = 0;

globalThis.Date = new Proxy(Date, {
  construct: (date, args, target) =>
    Reflect.construct(date, args.length > 0 ? args : [date.now() + offset], target),
  get: (date, name) => (name === 'now' ? () => date.now() + offset : Reflect.get(date, name)),
});

process.on('message', (ms) => {
  offset = Number(ms);
});
process.channel?.unref();
