// Back after a break of the connection, the page is asked for once more: what was sent into the break has not
// arrived, a page that was on its way may have come in part, and another process may have taken over.

export default function ({ setTriggerValue }) {
  const app = document.querySelector("[data-testid=stApp]");
  const there = () => app.dataset.testConnectionState === "CONNECTED";
  let broken = !there();
  const watch = new MutationObserver(() => {
    if (broken && there()) setTriggerValue("back", true);
    broken = !there();
  });
  watch.observe(app, { attributeFilter: ["data-test-connection-state"] });
  return () => watch.disconnect();
}
