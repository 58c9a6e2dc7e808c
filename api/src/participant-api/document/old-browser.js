/* In the syntax of 2009: whatever is newer would end this script in the browsers that it is for. */
(function () {
  var supports =
    window.CSS &&
    CSS.supports &&
    function (what) {
      return CSS.supports(what);
    };
  if (
    window.AbortSignal &&
    AbortSignal.timeout &&
    window.BroadcastChannel &&
    Object.hasOwn &&
    Array.prototype.findLast &&
    supports &&
    supports('selector(:has(a))') &&
    supports('(container-type: inline-size)')
  )
    return;
  document.documentElement.setAttribute('data-old-browser', '');
  document.addEventListener('DOMContentLoaded', function () {
    var words = document.getElementById('old-browser').content;
    // A browser that knows no template shows its words where they stand.
    var place = document.querySelector('#app main') || document.getElementById('app');
    if (words) place.insertBefore(words, place.firstChild);
  });
})();
