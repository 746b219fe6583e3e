/*
 * What a page says to a browser below the floor (decision 119). The script is in the words of 2009: whoever
 * needs it knows none of ours.
 */

/** The element that says so; hidden in a browser that is new enough. */
export const OLD_BROWSER_ID = 'old-browser';

/** The mark of the root element, for the script that would start the application. */
export const OLD_BROWSER_MARK = 'data-old-browser';

// Compression streams came with Safari 16.4 and Firefox 113, these units with Chrome and Edge 108.
// A page to be read stays: it has a heading and nothing to fill in.
export const OLD_BROWSER_SCRIPT = `(function(){
var d=document,n=d.getElementById("${OLD_BROWSER_ID}"),a=d.getElementById("app");
try{if(window.CompressionStream&&CSS.supports("height","1dvh"))return}catch(e){}
d.documentElement.setAttribute("${OLD_BROWSER_MARK}","");
n.removeAttribute("hidden");
d.body.insertBefore(n,d.body.firstChild);
if(a.getElementsByTagName("form").length||!a.getElementsByTagName("h1").length)a.style.display="none"
})()`;
