/*
 * The notice for a browser below the floor (decision 119). The script uses the language of 2009, since old
 * browsers know no newer words.
 */

/** The notice for old browsers, hidden in others. */
export const OLD_BROWSER_ID = 'old-browser';

/** The mark of the root element, read by the start script of the application. */
export const OLD_BROWSER_MARK = 'data-old-browser';

// Compression streams came with Safari 16.4 and Firefox 113, these units with Chrome and Edge 108. A page for
// reading stays: a page with a heading and no form.
export const OLD_BROWSER_SCRIPT = `(function(){
var d=document,n=d.getElementById("${OLD_BROWSER_ID}"),a=d.getElementById("app");
try{if(window.CompressionStream&&CSS.supports("height","1dvh"))return}catch(e){}
d.documentElement.setAttribute("${OLD_BROWSER_MARK}","");
n.removeAttribute("hidden");
d.body.insertBefore(n,d.body.firstChild);
if(a.getElementsByTagName("form").length||!a.getElementsByTagName("h1").length)a.style.display="none"
})()`;
